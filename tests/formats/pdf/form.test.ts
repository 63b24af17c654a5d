import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBlanks } from '../../../src/formats/document/blanks.ts';
import { factsOf, propertiesOf } from '../../../src/formats/document/facts.ts';
import { type FieldFacts, fieldTableOf } from '../../../src/formats/document/field-table.ts';
import type { FormPlace } from '../../../src/formats/document/form-link.ts';
import { linkBlanks } from '../../../src/formats/document/link-blanks.ts';
import { parseHtml, serializeHtml } from '../../../src/templating/html/parse.ts';
import { blankMarkup } from '../../../src/templating/language/filters/blank.ts';
import { withRequired } from '../../service/use-cases/conditions.ts';
import { named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { openPrintingWorkshop } from '../../service/use-cases/printing.ts';
import { readPdf } from '../../service/use-cases/read-pdf.ts';
import { needProgram } from '../../tools.ts';
import { type FieldPlace, fieldPlaces, fillIn, withPdf } from './read-fields.ts';
import { readObjects } from './read-objects.ts';

const run = promisify(execFile);

const workshop = openPrintingWorkshop();
const folder = await mkdtemp(path.join(tmpdir(), 'docgen-form-'));
afterAll(async () => {
  await Promise.all([workshop.close(), rm(folder, { recursive: true })]);
});

const QPDF = needProgram('qpdf');
const PDFTOTEXT = needProgram('pdftotext');

/** With letters of Yoruba and Hausa, one with two marks, of other Latin alphabets, Greek and Cyrillic. */
const TYPED = '₦5 Ọlá Adéṣubọ̀mí & Ɗan ɓ Çelik, Łódź, Nguyễn, Москва, Ελλάδα';

const FORTY_LETTERS = 'three months, or six after two long years';

describe.each(TEMPLATES.map((template) => ({ name: named(template), template })))(
  '$name: the form',
  ({ template }) => {
    let plain: Uint8Array;
    let expected: Pick<FieldPlace, 'name' | 'label' | 'kind' | 'options'>[];
    let pdf: Uint8Array;

    beforeAll(async () => {
      const data = withRequired(template.schema, {});
      const html = await workshop.html(template, data);
      expected = findBlanks(parseHtml(html), fieldTableOf(template.schema)).flatMap(
        (blank): typeof expected => {
          const { field: name, label, title, kind, options, isShort } = blank;
          if (name === undefined || kind === 'signature') return [];
          if (kind === 'choice') return [{ name, label: title, kind, options }];
          if (kind !== 'alternatives')
            return [{ name, label: title, kind: isShort ? 'text' : 'lines', options }];
          return Array.from(label.split(/, or |, /), (one) => ({
            name,
            label: `${title}: ${one}`,
            kind: 'box',
            options: [one],
          }));
        },
      );
      plain = await workshop.pdf(html);
      pdf = await workshop.pdf(await workshop.document(template, data, { fillable: 'blanks' }));
    });

    test('has a field for each blank of a schema field, in order', async () => {
      const places = await withPdf(pdf, fieldPlaces);
      expect(places.map(({ name, label, kind, options }) => ({ name, label, kind, options }))).toEqual(
        expected,
      );
      expect(places.length).toBeGreaterThan(5);
      const titles = Map.groupBy(places, ({ label }) => label);
      expect([...titles.values()].filter((same) => new Set(same.map(({ name }) => name)).size > 1)).toEqual(
        [],
      );
      expect(
        places.flatMap(({ value }) => value ?? []).filter((value) => value !== '' && value !== 'Off'),
      ).toEqual([]);
    });

    test('changes no text of the pages, and needs no appearances from viewers', async () => {
      const [before, after] = [await readPdf(plain), await readPdf(pdf)];
      expect(after).toEqual(before);
      expect(Buffer.from(pdf).includes('/NeedAppearances')).toBe(false);
    });

    test('keeps text that is typed in with pdf.js, and its tags', async () => {
      const names = expected
        .filter(({ kind }) => kind === 'text' || kind === 'lines')
        .map(({ name }) => name);
      const filled = await fillIn(pdf, new Map(names.map((name, index) => [name, `${TYPED} ${index}`])));
      const values = await withPdf(filled, async (document) =>
        (await fieldPlaces(document)).flatMap(({ name, value }) => (names.includes(name) ? [value] : [])),
      );
      expect(values).toEqual(names.map((name) => `${TYPED} ${names.indexOf(name)}`));
      expect(Buffer.from(filled).includes('/NeedAppearances true')).toBe(false);
      expect(await tagsOf(filled)).toEqual(await tagsOf(pdf));
      if (PDFTOTEXT.isSkipped) return;
      // A long text in each field is drawn whole: its first and its last word.
      const long = new Map(names.map((name) => [name, `₦Begin ${TYPED} ${TYPED} Żend`]));
      const drawn = await textOf(await fillIn(pdf, long));
      const count = new Set(names).size;
      expect([drawn.match(/₦Begin/g)?.length, drawn.match(/Żend/g)?.length]).toEqual([count, count]);
    });

    test('shows 40 letters in letters of 7 pt and more, in every field', async () => {
      const names = expected
        .filter(({ kind }) => kind === 'text' || kind === 'lines')
        .map(({ name }) => name);
      const filled = await fillIn(pdf, new Map(names.map((name) => [name, FORTY_LETTERS])));
      const appended = Buffer.from(filled.subarray(pdf.length)).toString('latin1');
      const sizes = Array.from(appended.matchAll(/\/Tx BMC.*?\/DocgenSans ([\d.]+) Tf/g), ([, size]) =>
        Number(size),
      );
      expect(sizes.length).toBeGreaterThanOrEqual(new Set(names).size);
      expect(sizes.filter((size) => size < 7)).toEqual([]);
    });
  },
);

/** The metadata and structure trees of a file. */
async function tagsOf(pdf: Uint8Array) {
  return await withPdf(pdf, async (document) => {
    const trees = [];
    for (let page = 1; page <= document.numPages; page++)
      trees.push(await (await document.getPage(page)).getStructTree());
    const { metadata } = await document.getMetadata();
    // Without object numbers, because programs renumber the objects.
    const json = JSON.stringify(trees).replace(/\d+R/g, '');
    return { part: metadata.get('pdfuaid:part'), trees: JSON.parse(json) };
  });
}

test.skipIf(PDFTOTEXT.isSkipped)(
  `makes long text smaller rather than cut it, according to ${PDFTOTEXT.title}`,
  async () => {
    const [, pdf] = await nonDisclosure();
    const address =
      'Zobo House bottling plant, 48 Oba Akran Avenue, Industrial Estate, Ikeja, Lagos State, 100271, Nigeria';
    const filled = await fillIn(pdf, new Map([['parties[0].address', address]]));
    const places = await withPdf(pdf, fieldPlaces);
    const [left = 0, , right = 0] = places.find(({ name }) => name === 'parties[0].address')?.rectangle ?? [];
    const file = path.join(folder, 'long.pdf');
    await writeFile(file, filled);
    const { stdout } = await run('pdftotext', ['-bbox', '-l', '1', file, '-']);
    const words = Array.from(
      stdout.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g),
      ([, x, top, end, bottom, word]) => ({
        x: Number(x),
        end: Number(end),
        size: Number(bottom) - Number(top),
        word,
      }),
    );
    const first = words.findIndex(({ word }) => word === 'Zobo');
    const typed = words.slice(first, first + address.split(' ').length);
    expect(typed.map(({ word }) => word).join(' ')).toBe(address);
    expect(typed.filter(({ x, end, size }) => x < left || end > right || size < 4.4)).toEqual([]);
  },
);

test.skipIf(PDFTOTEXT.isSkipped)(`shows typed text according to ${PDFTOTEXT.title}`, async () => {
  const [, pdf] = await nonDisclosure();
  const filled = await fillIn(pdf, new Map([['disputeSeat', TYPED]]));
  expect((await textOf(filled)).replace(/\s+/g, ' ')).toContain(TYPED);
});

test('asks viewers to draw text for which the field font lacks letters', async () => {
  const [, pdf] = await nonDisclosure();
  const [covered, other] = await Promise.all(
    [LATIN_LETTERS, '₦ محمد'].map((text) => fillIn(pdf, new Map([['parties[0].fullName', text]]))),
  );
  expect([covered, other].map((file) => Buffer.from(file ?? []).includes('/NeedAppearances true'))).toEqual([
    false,
    true,
  ]);
});

test.skipIf(QPDF.isSkipped || PDFTOTEXT.isSkipped)(
  `shows text that ${QPDF.title} has filled in`,
  async () => {
    const [, pdf] = await nonDisclosure();
    const [blank, filled, changes] = ['blank.pdf', 'filled.pdf', 'changes.json'].map((name) =>
      path.join(folder, name),
    ) as [string, string, string];
    await writeFile(blank, pdf);
    await run('qpdf', ['--check', blank]);
    const { stdout } = await run('qpdf', ['--json=2', '--json-key=acroform', '--json-key=qpdf', blank], {
      maxBuffer: 1e9,
    });
    const json = JSON.parse(stdout);
    const [head, objects] = json.qpdf;
    const field = json.acroform.fields.find(
      ({ fullname }: { fullname: string }) => fullname === 'parties[0].fullName',
    );
    const one = `obj:${field.object}`;
    const form = `obj:${objects[`obj:${objects.trailer.value['/Root']}`].value['/AcroForm']}`;
    const changed = { [one]: objects[one], [form]: objects[form] };
    changed[one].value['/V'] = 'u:Acme Société';
    // Without this entry, qpdf makes no appearance for a value.
    changed[form].value['/NeedAppearances'] = true;
    await writeFile(changes, JSON.stringify({ qpdf: [head, changed] }));
    await run('qpdf', [blank, `--update-from-json=${changes}`, '--generate-appearances', filled]);
    const after = await readFile(filled);
    expect(await textOf(after)).toContain('Acme Société');
    expect(await tagsOf(after)).toEqual(await tagsOf(pdf));
  },
);

/** The Latin letters of the Unicode blocks from Basic Latin to Latin Extended-B, and of Latin Extended Additional. */
const LATIN_LETTERS = [...range(0x41, 0x24f), ...range(0x1e00, 0x1e9b), ...range(0x1ea0, 0x1ef9)]
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /\p{Script=Latin}/u.test(character) && /\p{L}/u.test(character))
  .join('');

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

async function nonDisclosure() {
  const [template] = TEMPLATES.filter(({ templateId }) => templateId === 'non-disclosure-agreement');
  if (template === undefined) throw new Error('the catalogue has no non-disclosure agreement');
  const data = withRequired(template.schema, {});
  return [
    template,
    await workshop.pdf(await workshop.document(template, data, { fillable: 'blanks' })),
  ] as const;
}

async function textOf(pdf: Uint8Array): Promise<string> {
  const file = path.join(folder, 'text.pdf');
  await writeFile(file, pdf);
  return (await run('pdftotext', ['-layout', file, '-'])).stdout;
}

describe('a form of other blanks', () => {
  const COUNTRIES = [
    ['CI', 'Côte d’Ivoire'],
    ['Nigeria (the)', 'Nigeria'],
    ['مصر', 'مصر'],
  ] as const;
  const TEXT: FieldFacts = { title: 'Text', kind: 'text' };
  const FIELDS = new Map<string, FieldFacts>([
    ['a', TEXT],
    ['group', TEXT],
    ['group.one', TEXT],
    ['list[].of', TEXT],
    ['country', { title: 'Country', kind: 'choice', options: COUNTRIES }],
  ]);

  const print = async (body: string) => {
    const document = parseHtml(
      `<html lang="en"><head><title>x</title></head><body><h1>x</h1>${body}</body></html>`,
    );
    const fields: FormPlace[] = [];
    linkBlanks(findBlanks(document, FIELDS), fields);
    const facts = factsOf(document, new Map(), new Map(), propertiesOf({}), fields);
    return await workshop.pdf({ html: serializeHtml(document), facts });
  };
  const blank = (label: string, field?: string, size?: string) =>
    `<p>${blankMarkup(label, field, size).html}</p>`;

  const alternatives = (field: string) =>
    `<span class="blank choice" role="group" data-field="${field}"><span class="box" data-option="yes">☐</span> yes</span>`;

  test('has one field for two blanks with the same path', async () => {
    const pdf = await print(blank('name', 'a') + blank('the same name', 'a'));
    const places = await withPdf(pdf, fieldPlaces);
    expect(places.map(({ name, label }) => [name, label])).toEqual([
      ['a', 'name'],
      ['a', 'name'],
    ]);
    const { objects } = readObjects(pdf);
    expect([...objects.values()].filter((object) => object.includes('/FT /Tx'))).toHaveLength(1);
  });

  test('has no field for a blank without a schema field or for a group of fields', async () => {
    const pdf = await print(
      blank('x', 'group') + blank('x', 'unknown') + blank('x') + blank('x', 'group.one'),
    );
    expect((await withPdf(pdf, fieldPlaces)).map(({ name }) => name)).toEqual(['group.one']);
  });

  test('has no field for a blank in a link or with unusual markup', async () => {
    const pdf = await print(
      `<a href="https://example.com">${blank('x', 'a')}</a><div class="blank" data-field="a">x</div>` +
        '<p><span class="blank" data-field="group">x</span></p>',
    );
    expect((await withPdf(pdf, fieldPlaces)).map(({ name }) => name)).toEqual(['group']);
  });

  test('ticks every box by a state of its own, also one whose words cannot be a name', async () => {
    const words = ['yes', 'Off', '', 'yes', 'é'.repeat(64), 'y'.repeat(127), 'x'.repeat(200_000)];
    const boxes = words.map((one) => `<span class="box" data-option="${one}">☐</span>`);
    const pdf = await print(
      `<p><span class="blank choice" data-field="a" aria-label="blank: which">${boxes.join(' ')}</span></p>`,
    );
    const places = await withPdf(pdf, fieldPlaces);
    const states = ['yes', 'Option 2', 'Option 3', 'Option 4', 'Option 5', 'y'.repeat(127), 'Option 7'];
    expect(places.map(({ name, kind, options }) => [name, kind, options[0]])).toEqual(
      states.map((state) => ['a', 'box', state]),
    );
    expect(places.map(({ label }) => label)).toEqual([
      ...['yes', 'Off', '', 'yes', 'é'.repeat(64), 'y'.repeat(127)].map((one) => `which: ${one}`),
      `which: ${'x'.repeat(126)}…`,
    ]);
    const [field] = [...readObjects(pdf).objects.values()].filter((object) => object.includes('/FT /Btn'));
    // ISO 32000-1, table 226: a radio button, of which equal ones are ticked together.
    expect(field).toContain(`/Ff ${2 ** 15 + 2 ** 25}\n`);
    if (QPDF.isSkipped) return;
    const file = path.join(folder, 'boxes.pdf');
    await writeFile(file, pdf);
    expect((await run('qpdf', ['--check', file])).stderr).toBe('');
  });

  test('has no second field with the same path and another kind', async () => {
    const pdf = await print(`${blank('x', 'a')}<p>${alternatives('a')}</p>`);
    expect((await withPdf(pdf, fieldPlaces)).map(({ name, kind }) => [name, kind])).toEqual([['a', 'text']]);
  });

  test('has no form in a document without blanks', async () => {
    expect(Buffer.from(await print('<p>x</p>')).includes('/AcroForm')).toBe(false);
  });

  test('has the values of a choice, and one field for several lines', async () => {
    const pdf = await print(blank('country', 'country') + blank('what else', 'a', 'lines'));
    const [choice, lines] = await withPdf(pdf, fieldPlaces);
    expect({ ...choice, rectangle: [] }).toMatchObject({
      kind: 'choice',
      options: COUNTRIES,
    });
    const [, low = 0, , high = 0] = lines?.rectangle ?? [];
    expect(lines?.kind).toBe('lines');
    expect(high - low).toBeGreaterThan(25);
  });

  test('accepts 500 blanks, a label of 2,000 letters, an index of 1,999 and a right-to-left label', async () => {
    const blanks = [
      { label: 'x'.repeat(2_000), name: 'list[1999].of' },
      { label: 'الاسم (كاملا) \\', name: 'a' },
      ...Array.from({ length: 500 }, (_, index) => ({ label: `blank ${index}`, name: `list[${index}].of` })),
    ];
    const pdf = await print(blanks.map(({ label, name }) => blank(label, name)).join(''));
    const places = await withPdf(pdf, fieldPlaces);
    expect(places.map(({ name, label }) => ({ label, name }))).toEqual(blanks);
    if (QPDF.isSkipped) return;
    const file = path.join(folder, 'many.pdf');
    await writeFile(file, pdf);
    await run('qpdf', ['--check', file]);
  });
});
