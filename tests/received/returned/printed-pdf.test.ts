import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, expect, test, vi } from 'vitest';
import type { DocumentOptions } from '../../../schemas/options.ts';
import { PdfDocument } from '../../../src/received/seal/pdf/document.ts';
import { PdfUpdate } from '../../../src/received/seal/pdf/update.ts';
import type { PdfDict } from '../../../src/received/seal/pdf/values.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { minimalData } from '../../../src/templating/templates/minimal-data.ts';
import { partOf } from '../../part.ts';
import { accepted, type Data, named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { openPrintingWorkshop } from '../../service/use-cases/printing.ts';
import { needProgram } from '../../tools.ts';
import { edited } from './fill-word.ts';
import { judgedPdf } from './judged.ts';
import { wordFile } from './reading.ts';

vi.setConfig({ testTimeout: 180_000 });

const CAIRO = needProgram('pdftocairo');
const SOFFICE = needProgram('soffice');
const workshop = openPrintingWorkshop();
const folder = mkdtempSync(path.join(tmpdir(), 'printed-'));
afterAll(async () => {
  await workshop.close();
  rmSync(folder, { recursive: true });
});

/** As a program prints it: with the same words, without structure, metadata and form. */
function printedAnew(pdf: Uint8Array): Uint8Array {
  const [from, to] = ['a.pdf', 'b.pdf'].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(from, pdf);
  execFileSync('pdftocairo', ['-pdf', from, to]);
  return readFileSync(to);
}

const NOT_COMPARED = [
  'the look of the pages: pictures, colours, the shapes of letters, and what covers words',
];

/** @param others what was not compared besides the look of the pages */
function expectUnchanged(
  answer: Awaited<ReturnType<typeof judgedPdf>>,
  others: readonly string[] = [],
): void {
  const { verdict, changes, changedValues, filledIn, notCompared } = answer;
  expect({ verdict, changes, changedValues, filledIn, notCompared }).toEqual({
    verdict: 'unknown',
    changes: [],
    changedValues: [],
    filledIn: [],
    notCompared: [...NOT_COMPARED, ...others],
  });
}

test.each(partOf(TEMPLATES, 6).map((template) => [named(template), template] as const))(
  `the words of a PDF of %s that was written or printed anew, by ${CAIRO.title}, are as made, which makes it unknown`,
  async (_, template) => {
    const least = minimalData(template.schema, template.sample) as Data;
    for (const data of [accepted(template, template.sample), least]) {
      const pdf = await workshop.pdf(await workshop.document(template, data, {}));
      for (const file of CAIRO.isSkipped ? [pdf] : [pdf, printedAnew(pdf)]) {
        const answer = await judgedPdf(template, data, file);
        expectUnchanged(answer);
        if (data !== least) expect(answer.data).toEqual(data);
      }
    }
  },
);

/** Without values, and with a party's name alone: the data do not say how many parties the text has. */
const FORMS: [id: string, data: Data][] = [
  ['supplier-agreement', { parties: [{}] }],
  ['non-disclosure-agreement', { parties: [{ fullName: 'Ada Obi' }, {}] }],
];

test.each(FORMS)('the words of a form of %s that was written anew are as made: %j', async (id, data) => {
  const template = TEMPLATES.find(({ templateId }) => templateId === id) as Template;
  expectUnchanged(
    await judgedPdf(template, data, await workshop.pdf(await workshop.document(template, data, {}))),
  );
});

test('what a PDF that was written anew has besides its text is named', async () => {
  const pdf = await workshop.pdf(await workshop.document(supply, supply.sample, {}));
  const document = new PdfDocument(Buffer.from(pdf));
  const update = new PdfUpdate(document);
  const [field, letter, file] = [update.reserve(), update.reserve(), update.reserve()];
  update.set(
    field,
    '<</Type /Annot /Subtype /Widget /FT /Tx /T (more) /V (The Price is 9.) /Rect [60 30 200 50]>>',
  );
  update.set(letter, '<</Type /EmbeddedFile /Length 8>>\nstream\nDear Ada\nendstream');
  update.set(file, `<</Type /Filespec /F (letter.txt) /EF <</F ${letter} 0 R>>>>`);
  const catalogue = document.dict(document.root) as PdfDict;
  const AcroForm = `<</Fields [${field} 0 R]>>`;
  const Names = `<</EmbeddedFiles <</Names [(letter.txt) ${file} 0 R]>>>>`;
  update.set(document.root.id, catalogue.with({ AcroForm, Names }));
  expectUnchanged(await judgedPdf(supply, supply.sample, update.write().file), [
    'attachment: letter.txt',
    'form field more: The Price is 9.',
  ]);
});

const supply = TEMPLATES.find(({ templateId }) => templateId === 'supplier-agreement') as Template;

/** With a header whose two sides touch, and a word whose letters are set apart. */
const SAVED = ['supplier-agreement', 'esg-policy'].flatMap((id) =>
  TEMPLATES.filter(({ templateId }) => templateId === id),
);

test.skipIf(SOFFICE.isSkipped).each(SAVED.map((template) => [named(template), template] as const))(
  `the words of the Word file of %s, saved as PDF by ${SOFFICE.title}, are as made`,
  async (_, template) => {
    const pdf = savedAsPdf(wordFile(template, template.sample));
    expectUnchanged(await judgedPdf(template, template.sample, pdf));
  },
);

function savedAsPdf(word: Uint8Array): Uint8Array {
  const file = path.join(folder, 'saved.docx');
  writeFileSync(file, word);
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  execFileSync('soffice', ['--headless', profile, '--convert-to', 'pdf', '--outdir', folder, file], {
    env: { ...process.env, HOME: folder },
    stdio: 'ignore',
  });
  return readFileSync(file.replace(/docx$/, 'pdf'));
}

test.skipIf(SOFFICE.isSkipped)(
  `in a Word file that was edited, and saved as PDF by ${SOFFICE.title}, each change is told once`,
  async () => {
    const [label, item] = ['Time for payment', 'A thousand labels for the cartons above'];
    const file = edited(wordFile(supply, supply.sample), (body) =>
      body
        .replace('>Insurance<', '>Cover<')
        .replace(`>${label}<`, '>Payment time<')
        .replace('>Lagos State, Nigeria<', '>Lagos State, Nigeria, without its rules on conflict<')
        .replace(/<w:tr>(?:(?!<\/w:tr>).)*<\/w:tr>/gs, (row) => (row.includes('>Late interest<') ? '' : row))
        .replace(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs, (one) =>
          one.includes('240,000')
            ? one + one.replace(/(?<=<\/w:pPr>).*(?=<\/w:p>)/s, `<w:r><w:t>${item}</w:t></w:r>`)
            : one,
        ),
    );
    const found = await judgedPdf(supply, supply.sample, savedAsPdf(file));
    expect({
      changes: found.changes.map(({ clause, was, now }) => [clause, was, now]),
      values: found.changedValues?.map(({ path: field, was, now }) => [field, was, now]),
      filledIn: found.filledIn,
    }).toEqual({
      changes: [
        [`Key Terms: ${label}`, label, 'Payment time'],
        ['Key Terms: Late interest', 'Late interest\t12% a year', ''],
        ['17', 'Insurance', 'Cover'],
        ['Schedule 1', '', item],
      ],
      values: [
        ['lateInterest', '12%', ''],
        ['governingLaw', 'Nigeria', 'Nigeria, without its rules on conflict'],
      ],
      filledIn: [],
    });
  },
);

test.skipIf(SOFFICE.isSkipped)(
  `in a PDF that ${SOFFICE.title} saved, what was added takes no lines of what stands beside it, and values keep their words`,
  async () => {
    const clause =
      'The Supplier must keep accurate records of all Supplies for six years, and must allow the Customer and its auditors to inspect ' +
      'and copy them on reasonable notice, at the cost of the Customer unless they show that it was charged more than was due.';
    const item =
      'Pallets for the cartons above, of wood that was treated against insects, each with a number of its own, which the Customer keeps ' +
      'dry and returns to the Supplier in good order, at the cost of the Supplier, when it has used up what was delivered on them.';
    const withText = (xml: string, text: string) =>
      xml.replace(/(?<=<\/w:pPr>).*(?=<\/w:p>)/s, `<w:r><w:t>${text}</w:t></w:r>`);
    const file = edited(wordFile(supply, supply.sample, { fillable: 'none' }), (body) =>
      body
        .replace('Registered: ', 'Incorporated: ')
        .replace('a year', 'a month')
        .replace(/<w:tr>(?:(?!<\/w:tr>).)*<\/w:tr>/gs, (row) =>
          row.includes('>Price<')
            ? row + row.replace('>Price<', '>Minimum order<').replace('₦780.00', '5,000 cartons')
            : row,
        )
        .replace(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs, (one) =>
          one.includes('The parties are independent')
            ? one + withText(one, clause)
            : one.includes('240,000')
              ? one + withText(one, item)
              : one,
        ),
    );
    const { changes, changedValues } = await judgedPdf(supply, supply.sample, savedAsPdf(file));
    expect(changedValues).toEqual([]);
    expect(changes.map(({ clause: place, was, now }) => [place, was, now])).toEqual([
      ['Key Terms', 'Registered: Nigeria, RC 1590274', 'Incorporated: Nigeria, RC 1590274'],
      ['Key Terms: Price', '', 'Minimum order 5,000 cartons'],
      ['Key Terms: Late interest', '12% a year', '12% a month'],
      ['22.6', '', clause],
      ['Schedule 1', '', item],
    ]);
  },
);

test.skipIf(SOFFICE.isSkipped).each([
  ['Ada Obi', '12 March 2027', [], ['Ada Obi']],
  ['Ada Obi', 'subject to contract', ['subject to contract'], ['Ada Obi']],
])(
  `in a PDF that ${SOFFICE.title} saved, what is written on the rules of a signature is told: %s, %s`,
  async (name, date, changes, fillings) => {
    const words = [name, date];
    const file = edited(wordFile(supply, supply.sample, { fillable: 'none' }), (body) =>
      body.replace(/(?<=<w:t xml:space="preserve">)\s{9,}(?=<)/g, (rule) => words.shift() ?? rule),
    );
    const answer = await judgedPdf(supply, supply.sample, savedAsPdf(file));
    expect(answer.changes.map(({ was, now }) => [was, now])).toEqual(changes.map((now) => ['', now]));
    const told = fillings.map((text) => expect.stringContaining(text));
    expect(answer.warnings.map(({ message }) => message)).toEqual(told);
  },
);

test.skipIf(SOFFICE.isSkipped)(
  `in a PDF that ${SOFFICE.title} saved, another value in a header, and another word in a footer, are told once`,
  async () => {
    const parts = unzipSync(wordFile(supply, supply.sample));
    for (const [name, part] of Object.entries(parts))
      if (/^word\/(?:header|footer)/.test(name))
        parts[name] = strToU8(
          strFromU8(part)
            .replace(/\b4(?=\s+January)/g, '5')
            .replace('1.0.0', '1.0.1'),
        );
    const { changes } = await judgedPdf(supply, supply.sample, savedAsPdf(zipSync(parts)));
    expect(changes.map(({ clause, kind, now }) => [clause, kind, now])).toEqual([
      ['Footer', 'changed', expect.stringContaining('1.0.1')],
      ['Header', 'changed', expect.stringContaining('5 January 2027')],
    ]);
  },
);

test.skipIf(SOFFICE.isSkipped)(
  `in a PDF that ${SOFFICE.title} saved, a header is compared where a value was changed, and may have that value as it was`,
  async () => {
    const parts = unzipSync(
      edited(wordFile(supply, supply.sample), (body) => body.replaceAll(/\b4(?=\s+January)/g, '6')),
    );
    const values = [['effectiveDate', '4 January 2027', '6 January 2027']];
    const found = [];
    for (const day of ['4', '6', '5']) {
      const others = Object.entries(parts).map(([name, part]) => {
        const xml = /^word\/header/.test(name) && strFromU8(part).replace(/\b4(?=\s+January)/g, day);
        return [name, xml ? strToU8(xml) : part] as const;
      });
      const answer = await judgedPdf(supply, supply.sample, savedAsPdf(zipSync(Object.fromEntries(others))));
      const told = answer.changes.map(({ clause, was, now }) => [clause, was, now].join(' | '));
      expect(answer.changedValues?.map(({ path: field, was, now }) => [field, was, now])).toEqual(values);
      found.push(told);
    }
    expect(found).toEqual([
      [],
      [],
      [expect.stringMatching(/^Header \| .*4.January 2027 \| .*5.January 2027$/)],
    ]);
  },
);

test('data in a PDF that was written anew which are not those with which it was made are a change', async () => {
  const pdf = await workshop.pdf(await workshop.document(supply, supply.sample, {}));
  const document = new PdfDocument(Buffer.from(pdf));
  const update = new PdfUpdate(document);
  const [letter, file] = [update.reserve(), update.reserve()];
  const data = JSON.stringify({ data: { price: 980, description: supply.sample.description } });
  update.set(
    letter,
    `<</Type /EmbeddedFile /Length ${Buffer.byteLength(data)}>>\nstream\n${data}\nendstream`,
  );
  update.set(file, `<</Type /Filespec /F (data.json) /UF (data.json) /EF <</F ${letter} 0 R>>>>`);
  const catalogue = document.dict(document.root) as PdfDict;
  const Names = `<</EmbeddedFiles <</Names [(data.json) ${file} 0 R]>>>>`;
  update.set(document.root.id, catalogue.with({ Names }));
  const { verdict, changes, changedValues } = await judgedPdf(supply, supply.sample, update.write().file);
  expect({ verdict, changes: changes.map(({ clause, now }) => [clause, now]), changedValues }).toEqual({
    verdict: 'changed',
    changes: [['outside of the pages', 'data.json: price: 980']],
    changedValues: [],
  });
});

const OPTIONS: [options: DocumentOptions, notCompared: string[]][] = [
  [{ toc: true }, ['the table of contents']],
  [{ draft: true }, ['the mark DRAFT']],
  [{ archive: true, fillable: 'none' }, []],
  ...(['docusign', 'documenso', 'docuseal', 'adobe'] as const).map(
    (signatures): [DocumentOptions, string[]] => [{ signatures }, ['the tags of a signature provider']],
  ),
];

test.each(partOf(OPTIONS, 4))(
  'what the options %j add to a PDF that was printed anew is no change',
  async (options, notCompared) => {
    const pdf = await workshop.pdf(await workshop.document(supply, supply.sample, options));
    for (const file of CAIRO.isSkipped ? [pdf] : [pdf, printedAnew(pdf)]) {
      expectUnchanged(await judgedPdf(supply, supply.sample, file), notCompared);
    }
  },
);

const CLAUSE = /<p(?:(?!<\/p>).)*is not paid when due(?:(?!<\/p>).)*<\/p>/s;
const FEE =
  'The Supplier may also charge a fee of its own choice for each reminder, without any limit at all.';
const SUM =
  'A sum that is not paid when due bears simple interest at the rate stated in the Key Terms, as far as the law allows it, from day to day until it is ' +
  'paid. If it is still unpaid 10 Business Days after a reminder in writing, the Supplier may suspend further supply until it is paid.';
const at8 = { clause: '8.7', heading: 'Price and payment', tracked: false, author: null, at: null };

test.each<[what: string, from: RegExp, to: string, changes: object[], values: string[][]]>([
  [
    'a word that is gone',
    /not paid when due/,
    'paid when due',
    [{ ...at8, kind: 'changed', was: SUM, now: SUM.replace('not paid', 'paid') }],
    [],
  ],
  ['a clause that is gone', CLAUSE, '', [{ ...at8, kind: 'deleted', was: SUM, now: '' }], []],
  [
    'a paragraph more',
    new RegExp(`(${CLAUSE.source})`, 's'),
    `$1<p>${FEE}</p>`,
    [{ ...at8, kind: 'inserted', was: '', now: FEE }],
    [],
  ],
  ['an amount', /780\.00/, '980.00', [], [['price', '₦780.00', '₦980.00']]],
  [
    'a unit',
    /30(?:&nbsp;|\u00a0| )days/,
    '30 Business Days',
    [],
    [['paymentDays', '30 days', '30 Business Days']],
  ],
])('in a PDF that was printed anew, %s is told with its clause', async (_, from, to, changes, values) => {
  const document = await workshop.document(supply, supply.sample, {});
  const html = document.html.replace(from, to);
  expect(html).not.toBe(document.html);
  const pdf = await workshop.pdf({ ...document, html });
  const found = await judgedPdf(supply, supply.sample, CAIRO.isSkipped ? pdf : printedAnew(pdf));
  expect({ verdict: found.verdict, changes: found.changes }).toEqual({ verdict: 'changed', changes });
  expect(found.changedValues?.map(({ path: field, was, now }) => [field, was, now])).toEqual(values);
  expect(found.notCompared).toEqual(NOT_COMPARED);
});

const QPDF = needProgram('qpdf');

/** Without one of its pages. */
function withoutPage(pdf: Uint8Array, page: number): Uint8Array {
  const [from, to] = ['whole.pdf', 'less.pdf'].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(from, pdf);
  const pages = [page > 1 ? `1-${page - 1}` : [], `${page + 1}-z`].flat().join(',');
  execFileSync('qpdf', [from, '--pages', from, pages, '--', to]);
  return readFileSync(to);
}

test.skipIf(QPDF.isSkipped)(
  `of a PDF without its first or third page, by ${QPDF.title}, only what stood on it is told: no header, and no value that nobody knows`,
  async () => {
    const pdf = await workshop.pdf(await workshop.document(supply, supply.sample, {}));
    const found = [];
    for (const page of [1, 3]) {
      const file = withoutPage(pdf, page);
      const { changes, changedValues, filledIn } = await judgedPdf(supply, supply.sample, file);
      const isGone = ({ kind, now }: (typeof changes)[number]) => kind === 'deleted' && now === '';
      const price = changes.find(({ clause }) => clause === 'Key Terms: Price')?.was;
      const others = changes.filter((change) => !isGone(change));
      found.push({ others, price, stays: changedValues?.filter(({ now }) => now !== ''), filledIn });
    }
    const nothing = { others: [], stays: [], filledIn: [] };
    expect(found).toEqual([
      { ...nothing, price: 'Price\t[Price: as made]' },
      { ...nothing, price: undefined },
    ]);
  },
);

test('an entry of which a PDF has the number alone is gone, and nothing else', async () => {
  const document = await workshop.document(supply, supply.sample, {});
  const [kept, gone = ''] = supply.sample.specialTerms as string[];
  const pdf = await workshop.pdf({ ...document, html: document.html.replace(gone, '') });
  const { changes, changedValues, data } = await judgedPdf(supply, supply.sample, pdf);
  expect([changes, changedValues?.map(({ path, was }) => [path, was]), data]).toEqual([
    [],
    [['specialTerms[1]', gone]],
    { ...supply.sample, specialTerms: [kept] },
  ]);
});

test('words that were written below the text of a page are told', async () => {
  const document = await workshop.document(supply, supply.sample, {});
  const words = 'Not binding before the board has agreed.';
  const html = document.html.replace('</body>', `<p style="margin-top: 30mm">${words}</p></body>`);
  const pdf = await workshop.pdf({ ...document, html });
  const { verdict, changes } = await judgedPdf(supply, supply.sample, pdf);
  expect({ verdict, now: changes.map(({ kind, now }) => [kind, now]) }).toEqual({
    verdict: 'changed',
    now: [['inserted', words]],
  });
});
