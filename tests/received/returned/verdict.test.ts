import { setImmediate as nextTurn } from 'node:timers/promises';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import { edited, fillControls, formOf } from './fill-word.ts';
import { judged } from './judged.ts';
import { wordFile } from './reading.ts';

vi.setConfig({ testTimeout: 60_000 });

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

const supply = TEMPLATES.find(({ templateId }) => templateId === 'supplier-agreement') as Template;
const made = wordFile(supply, supply.sample);
const of = (file: Uint8Array) => {
  const { verdict, changes, changedValues, filledIn } = judged(supply, supply.sample, file).answer;
  const told = changes.map(({ clause, was, now }) => [clause, was, now]);
  return { verdict, changes: told, changedValues, filledIn };
};
const AS_MADE = { verdict: 'as made', changes: [], changedValues: [], filledIn: [] };

test.each([
  ['30 days', '30 Business Days', 'paymentDays'],
  ['30 days', '30 working days', 'paymentDays'],
  ['30 days', '30 months', 'paymentDays'],
  ['30 days', '30 days from the end of the month', 'paymentDays'],
  ['30 days', '30 days, or 60 days for the first invoice', 'paymentDays'],
  ['30 days', 'at least 30 days', 'paymentDays'],
  ['₦780.00', 'US$780.00', 'price'],
  ['₦780.00', '€780.00', 'price'],
  ['₦780.00', 'at least ₦780.00', 'price'],
  ['₦780.00', '₦980.00', 'price'],
])('%s that became %s is another value', (was, now, path) => {
  const file = edited(made, (body) => body.replace(was.replace('30 days', '30\u00a0days'), now));
  const { changedValues, ...rest } = of(file);
  const { changedValues: _, ...asMade } = AS_MADE;
  expect(rest).toEqual({ ...asMade, verdict: 'changed' });
  const title = path === 'price' ? 'Price' : 'Payment days';
  const by = { tracked: false, author: null, at: null };
  const before = [was.replace('30 days', '30\u00a0days'), was, null];
  const coin = { path: 'customCurrency', title: 'Other currency', was: null, now: '€', ...by };
  const others = now.startsWith('€') ? [coin] : [];
  expect(changedValues).toEqual([{ path, title, was: expect.toBeOneOf(before), now, ...by }, ...others]);
});

test('a term more than were printed is inserted, and no blank that was filled in', () => {
  const term = 'The Customer may end this agreement at any time and without payment.';
  const [, second = ''] = supply.sample.specialTerms as string[];
  const file = edited(made, (body) =>
    body.replace(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs, (paragraph) => {
      const [properties = ''] = /<w:pPr>(?:(?!<\/w:pPr>).)*<\/w:pPr>/s.exec(paragraph) ?? [];
      const isLast = paragraph.includes(second.slice(0, 20));
      return isLast ? `${paragraph}<w:p>${properties}<w:r><w:t>${term}</w:t></w:r></w:p>` : paragraph;
    }),
  );
  const { verdict, changes, filledIn } = of(file);
  expect({ verdict, filledIn, now: changes.map(([, , now]) => now) }).toEqual({
    verdict: 'changed',
    filledIn: [],
    now: [term],
  });
});

test('an entry of a list without its full stop is one change, and the others keep their values', () => {
  const [first = ''] = supply.sample.supplierObligations as string[];
  const file = edited(made, (body) =>
    body.replace(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs, (paragraph) =>
      paragraph.includes(first) ? paragraph.replace(/\.(?=<\/w:t>)/, '') : paragraph,
    ),
  );
  expect(of(file)).toEqual({
    ...{ verdict: 'changed', changedValues: [], filledIn: [] },
    changes: [['9.2(a)', `${first}.`, first]],
  });
});

const inRow = (label: string, edit: (xml: string) => string) =>
  edited(made, (body) =>
    body.replace(/<w:tr>(?:(?!<\/w:tr>).)*<\/w:tr>/gs, (row) =>
      row.includes(`>${label}<`) ? edit(row) : row,
    ),
  );

test.each([
  ['Price', '₦780.00'],
  ['Exclusive', 'Yes: the Customer buys from the Supplier alone'],
  ['Special terms', 'Schedule 2, which prevails over all other terms'],
])('the row %s that is gone is one change', (label, value) => {
  const { changes } = of(inRow(label, () => ''));
  expect(changes).toEqual([[`Key Terms: ${label}`, `${label}\t${value}`, '']]);
});

test('a row that is new is one change, with its own name', () => {
  const file = inRow(
    'Price',
    (row) => row + row.replace('>Price<', '>Minimum order<').replace('₦780.00', '50,000'),
  );
  expect(of(file)).toEqual({
    ...{ verdict: 'changed', changedValues: [], filledIn: [] },
    changes: [['Key Terms: Minimum order', '', 'Minimum order\t50,000']],
  });
});

test('of two rows that were exchanged, one is gone and one is new, and no value is another one', () => {
  const row = '<w:tr>(?:(?!</w:tr>).)*</w:tr>';
  const file = edited(made, (body) =>
    body.replace(
      new RegExp(`(<w:tr>(?:(?!</w:tr>).)*>Price<(?:(?!</w:tr>).)*</w:tr>)(${row})`, 's'),
      (_, one: string, other: string) => other + one,
    ),
  );
  const words = 'Price\t₦780.00';
  const { changes, ...rest } = of(file);
  expect({ ...rest, changes: changes.map(([, was, now]) => [was, now]) }).toEqual({
    ...{ verdict: 'changed', changedValues: [], filledIn: [] },
    changes: [
      [words, ''],
      ['', words],
    ],
  });
});

test('a row with another label keeps its value', () => {
  const file = inRow('Price', (row) => row.replace('>Price<', '>Price of each unit<'));
  expect(of(file)).toEqual({
    ...{ verdict: 'changed', changedValues: [], filledIn: [] },
    changes: [['Key Terms: Price', 'Price', 'Price of each unit']],
  });
});

test('a box that was ticked is filled in, and one with other words is changed', () => {
  const form = wordFile(supply, formOf(supply));
  const told = (file: Uint8Array) => {
    const { verdict, filledIn, changes } = judged(supply, formOf(supply), file).answer;
    return { verdict, filledIn, changes: changes.map(({ clause, now }) => [clause, now]) };
  };
  const ticked = fillControls(form, new Map([['dispute', 'arbitration']]));
  expect(told(ticked)).toEqual({ verdict: 'filled in', filledIn: ['dispute'], changes: [] });
  const words = edited(ticked, (body) => body.replace('\u00a0the courts', '\u00a0the courts of Accra'));
  const now = '☒ arbitration, or ☐ the courts of Accra';
  expect(told(words)).toEqual({
    ...{ verdict: 'changed', filledIn: ['dispute'] },
    changes: [['Key Terms: Disputes', now]],
  });
});

const onSignatureLine = (words: string) =>
  edited(made, (body) =>
    body.replace(
      /<w:sdt><w:sdtPr>(?:(?!<\/w:sdtPr>).)*<w:date>.*?<\/w:sdt>/s,
      `<w:r><w:t>${words}</w:t></w:r>`,
    ),
  );

test('a date beside a signature fills a blank, and other words there are a change', () => {
  const [date, words] = ['24 September 2026', 'Subject to contract'].map((text) => of(onSignatureLine(text)));
  expect(date).toEqual({ ...AS_MADE, verdict: 'filled in' });
  expect({ ...words, changes: words?.changes.map(([, , now]) => now) }).toEqual({
    ...{ verdict: 'changed', changedValues: [], filledIn: [] },
    changes: ['Subject to contract'],
  });
});

test.each([
  ['a table of contents', { toc: true }],
  ['no fields', { fillable: 'none' }],
  ['fields', { fillable: 'all' }],
] as const)('an untouched file with %s is as made', (_, options) => {
  expect(of(wordFile(supply, supply.sample, options))).toEqual(AS_MADE);
});

test('an untouched file whose table of contents has the styles of LibreOffice is as made', () => {
  const files = edited(wordFile(supply, supply.sample, { toc: true }), (body) =>
    body.replace(/(w:val=")TOC(\d|Heading")/g, '$1Contents$2'),
  );
  expect(of(files)).toEqual(AS_MADE);
});

test('words in the style of a table of contents are words of the text', () => {
  const file = edited(wordFile(supply, supply.sample, { toc: true }), (body) =>
    body.replace(
      /<w:p><w:pPr><w:pStyle w:val="TOC1"\/>/,
      '<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr><w:r><w:t>Clause 4 is deleted.</w:t></w:r></w:p>$&',
    ),
  );
  const { verdict, changes } = of(file);
  expect({ verdict, now: changes.map(([, , now]) => now) }).toEqual({
    verdict: 'changed',
    now: ['Clause 4 is deleted.'],
  });
});

test.each([
  ['5. Delivery and performance', '15. Delivery and performance'],
  ['5. Delivery and performance', '5. Orders'],
  ['5. Delivery and performance', 'Schedule 1'],
])('an entry of the table of contents that was %s and is %s is marked', (was, now) => {
  const file = edited(wordFile(supply, supply.sample, { toc: true }), (body) =>
    body.replace(`>${was}<`, `>${now}<`),
  );
  const { verdict, changes } = judged(supply, supply.sample, file).answer;
  expect({ verdict, changes }).toEqual({
    verdict: 'changed',
    changes: [
      {
        ...{ clause: 'Contents', heading: '', kind: 'marked', was: '', now },
        ...{ tracked: false, author: null, at: null, mark: 'refers to another clause' },
      },
    ],
  });
});

test.each([
  ['as it was', (entry: string) => entry],
  [
    'written anew with pages',
    (entry: string) =>
      entry.replace(
        />(\d+)\. ([^<]*)</,
        (_, number, words) => `>${Number(number) + (number > 3 ? 1 : 0)}. ${words} 9<`,
      ),
  ],
])('a table of contents %s is no change beside a clause that is new', (_, written) => {
  const file = edited(wordFile(supply, supply.sample, { toc: true }), (body) =>
    body.replace(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs, (paragraph) => {
      if (paragraph.includes('"TOC')) return written(paragraph);
      const isHeading = paragraph.includes('Heading') && paragraph.includes('>Orders<');
      return isHeading ? paragraph.replace('>Orders<', '>Audits<') + paragraph : paragraph;
    }),
  );
  expect(of(file).changes).toEqual([['3.3', '', 'Audits']]);
});

test('a footnote is an insertion, with the clause of its reference', () => {
  const words = 'Except that the Customer pays nothing for late deliveries.';
  const files = unzipSync(
    edited(made, (body) =>
      body.replace('</w:r></w:p>', '</w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'),
    ),
  );
  const main = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const note = `<w:footnotes ${main}><w:footnote w:id="2"><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:footnote></w:footnotes>`;
  const { answer } = judged(
    supply,
    supply.sample,
    zipSync({ ...files, 'word/footnotes.xml': strToU8(note) }),
  );
  const { verdict, changes } = answer;
  expect({ verdict, changes }).toMatchObject({
    verdict: 'changed',
    changes: [{ heading: 'Footnote', kind: 'inserted', now: words, tracked: false }],
  });
});

/** A Word file in which the run with these words has other properties, or more behind it. */
const inRun = (words: string, edit: (properties: string, text: string) => string, file = made) =>
  edited(file, (body) =>
    body.replace(
      /<w:r>((?:<w:rPr>(?:(?!<\/w:rPr>).)*<\/w:rPr>)?)<w:t xml:space="preserve">([^<]*)<\/w:t><\/w:r>/g,
      (run, properties: string, text: string) => (text.includes(words) ? edit(properties, text) : run),
    ),
  );

test.each([
  ['<w:strike/>', 'struck through'],
  ['<w:vanish/>', 'hidden'],
  ['<w:color w:val="FFFFFF"/>', 'white'],
  ['<w:sz w:val="4"/>', 'smaller than 4 pt'],
])('words with %s are marked', (property, mark) => {
  const words = 'must keep';
  const file = inRun(words, (properties, text) => {
    const [before, after] = text.split(words) as [string, string];
    const plain = (part: string) => `<w:r>${properties}<w:t xml:space="preserve">${part}</w:t></w:r>`;
    const own = `<w:r><w:rPr>${property}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`;
    return plain(before) + own + plain(after);
  });
  const { verdict, changes } = judged(supply, supply.sample, file).answer;
  const marked = { kind: 'marked', was: '', now: words, mark, tracked: false };
  expect({ verdict, changes: changes.slice(0, 1) }).toMatchObject({ verdict: 'changed', changes: [marked] });
});

test.each([
  ['must keep', { clause: '13.2', heading: 'Confidentiality' }],
  ['Yes: the Customer', { clause: 'Key Terms: Exclusive', heading: 'Key Terms' }],
  ['Exclusive', { clause: 'Key Terms: Exclusive', heading: 'Key Terms' }],
])('the words %s that are struck through have the clause and its heading', (words, place) => {
  const struck = (_: string, text: string) =>
    `<w:r><w:rPr><w:strike/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const { changes } = judged(supply, supply.sample, inRun(words, struck)).answer;
  expect(changes[0]).toMatchObject({ kind: 'marked', ...place });
  const agreement = TEMPLATES.find(({ templateId }) => templateId === 'non-disclosure-agreement') as Template;
  const file = inRun('Agreed, as', struck, wordFile(agreement, agreement.sample));
  expect(judged(agreement, agreement.sample, file).answer.changes[0]).toMatchObject({
    clause: 'Key Terms: Non-circumvention',
  });
});

test('a value in a paragraph of its own, and one of two in one line, are told once and alone', () => {
  const junior = TEMPLATES.findLast(
    ({ templateId }) => templateId === 'junior-devops-engineer-agreement',
  ) as Template;
  const file = edited(wordFile(junior, junior.sample), (body) =>
    body.replaceAll('Fálọlá', 'Balógun').replaceAll('in step with production', 'up to date'),
  );
  const { changes, changedValues, data } = judged(junior, junior.sample, file).answer;
  expect(changes).toEqual([]);
  expect(changedValues?.map(({ path, now }) => [path, now])).toEqual([
    ['lastName', 'Balógun'],
    ['duties[1]', 'Keep the staging environment up to date'],
  ]);
  expect(data).toMatchObject({ firstName: junior.sample.firstName, lastName: 'Balógun' });
});
