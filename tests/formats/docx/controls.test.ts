import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../../schemas/shared/default-options.ts';
import type { Choice, FieldFacts, FieldTable } from '../../../src/formats/document/field-table.ts';
import { makeDocument } from '../../../src/formats/document/make-document.ts';
import { convertToDocx } from '../../../src/formats/docx/convert.ts';
import { SharedParts } from '../../../src/render/parts.ts';
import { TemplateCache } from '../../../src/render/template-cache.ts';
import { parseHtml } from '../../../src/templating/html/parse.ts';
import { render } from '../../render/rendering.ts';
import { completed } from '../document/complete.ts';
import { type ReadControl, readControls } from '../word/read-controls.ts';
import { part, type ReadDocument, readDocx, words } from '../word/read-docx.ts';
import { expectValid } from '../word/valid.ts';
import { findAll, value } from '../word/xml.ts';
import { htmlWords, page } from './html.ts';

const FIELDS = new Map<string, FieldFacts>([
  ['name', { title: 'Name', kind: 'text' }],
  ['tasks', { title: 'Tasks', kind: 'text' }],
  ['tasks[]', { title: 'Tasks', kind: 'text' }],
  ['start', { title: 'Start', kind: 'date' }],
  ['pay', { title: 'Paid', kind: 'choice', options: choices('Weekly', 'Each “month” & <year>') }],
  ['dispute', { title: 'Arbitration', kind: 'text' }],
]);

function choices(...values: string[]): Choice[] {
  return values.map((value) => [value, value]);
}

const CSS = '.rule { border-bottom: .5pt solid; padding-right: 20mm } td .rule, td small { display: block }';

interface Made {
  readonly document: ReadDocument;
  readonly controls: readonly ReadControl[];
  readonly bytes: Uint8Array;
}

function convertForm(html: string, fields: FieldTable): Uint8Array {
  return convertToDocx(completed(html, { fields, options: { fillable: 'blanks' } }));
}

function make(html: string, css = CSS): Made {
  const bytes = convertForm(page(html, css), FIELDS);
  const document = readDocx(bytes);
  return { document, controls: readControls(document), bytes };
}

test('makes a control of each blank: a text, a date or a choice, as in the schema', async () => {
  const blanks =
    '{{ name | blank("full name") }}{{ tasks | blank("tasks", "lines") }}{{ start | blank("first day") }}' +
    '{{ pay | blank("how often") }}{{ "" | blank("place") }}';
  const { document, controls, bytes } = make(`<table><tr><td>${render(blanks)}</td></tr></table>`);
  const blank = (number: number, alias: string) => ({
    ...{ isEmpty: true, placeholder: `Prompt ${number}`, text: `[${alias}]`, alias },
  });
  expect(controls).toEqual([
    { ...blank(1, 'full name'), tag: 'name', kind: 'text', path: 'name', value: '' },
    { ...blank(2, 'tasks'), tag: 'tasks', kind: 'text, several lines', path: 'tasks', value: '' },
    {
      ...blank(3, 'first day'),
      tag: 'start',
      kind: 'date, d MMMM yyyy, en-GB',
      path: 'start',
      value: '',
    },
    {
      ...blank(4, 'how often'),
      tag: 'pay',
      kind: 'choice: Weekly | Each “month” & <year>',
      path: 'pay',
      value: '',
    },
    { ...blank(5, 'place'), kind: 'text' },
  ]);
  const ids = findAll(document.body, 'w:sdtPr').map((properties) => value(properties, 'w:id'));
  expect(new Set(ids).size).toBe(controls.length);
  await expectValid(bytes);
});

test('shows the words below the rule in an empty control, whose title also says where it stands', () => {
  const blank = render('{{ name | blank("full name") }}');
  const { controls } = make(`<table><tr><th scope="row">Supplier</th><td>${blank}</td></tr></table>`);
  expect(controls.map(({ alias, text }) => [alias, text])).toEqual([['Supplier: full name', '[full name]']]);
});

test('underlines what is typed within a sentence, in the size of the sentence', async () => {
  const { document, controls, bytes } = make(
    `<p>Paid to ${render('{{ name | blank("name") }}')}.</p>`,
    `${CSS} p { font-size: 13pt } small { font-size: 6pt }`,
  );
  expect(controls).toMatchObject([{ text: '[name]' }]);
  const [typed] = findAll(document.body, 'w:sdtPr').flatMap((one) => findAll(one, 'w:rPr'));
  expect(typed?.children).toMatchObject([{ name: 'w:u', attributes: { 'w:val': 'single' } }]);
  const runs = findAll(document.body, 'w:r').map((run) => value(run, 'w:rPr', 'w:sz'));
  expect(runs).toEqual([undefined, undefined, '12', undefined]);
  await expectValid(bytes);
});

test('shows what belongs there in grey, also in a control that is emptied', async () => {
  const { document, controls, bytes } = make(
    render('<p>{{ name | blank("name") }}{{ tasks | blank("<tasks>") }}{{ name | blank("name") }}</p>'),
  );
  expect(controls.map(({ placeholder, text }) => [placeholder, text])).toEqual([
    ['Prompt 1', '[name]'],
    ['Prompt 2', '[<tasks>]'],
    ['Prompt 1', '[name]'],
  ]);
  await expectValid(bytes);
  const glossary = part(document, 'word/glossary/document.xml');
  const shown = findAll(glossary, 'w:docPart').map((one) => [
    findAll(one, 'w:name')[0]?.attributes['w:val'],
    findAll(one, 'w:r').map((run) => [value(run, 'w:rPr', 'w:rStyle'), findAll(run, 'w:t')[0]?.children]),
  ]);
  expect(shown).toEqual([
    ['Prompt 1', [['PlaceholderText', ['[name]']]]],
    ['Prompt 2', [['PlaceholderText', ['[<tasks>]']]]],
  ]);
});

test('binds two blanks of one field to the same value', () => {
  const { controls, document } = make(
    render('<p>{{ name | blank("name") }}</p><p>{{ name | blank("who pays") }}</p>'),
  );
  expect(controls.map(({ alias, path }) => [alias, path])).toEqual([
    ['name', 'name'],
    ['name', 'name'],
  ]);
  expect(part(document, 'customXml/item1.xml').children).toHaveLength(1);
});

test('makes a check box with its own value of each alternative', async () => {
  const { controls, document, bytes } = make(
    render('<p>{{ dispute | blank(["arbitration", "the courts"]) }}</p>'),
  );
  const box = {
    kind: 'box, ticked ☒, not ticked ☐',
    tag: 'dispute',
    path: 'dispute',
    value: 'false',
    text: '☐',
    isEmpty: false,
  };
  expect(controls).toEqual([
    { ...box, alias: 'arbitration, or the courts: arbitration', option: 'arbitration' },
    { ...box, alias: 'arbitration, or the courts: the courts', option: 'the courts' },
  ]);
  expect(words(document)).toEqual(['☐', 'arbitration,', 'or', '☐', 'the', 'courts']);
  await expectValid(bytes);
});

test('makes no control of a signature line, and a date control of the date line beside it', () => {
  const { controls, document } = make(
    '<p><span class="blank hand" aria-label="blank: Signature" data-kind="signature"><span class="rule">&nbsp;</span></span></p>' +
      '<p><span class="blank hand" aria-label="blank: Date" data-kind="date"><span class="rule">&nbsp;</span></span></p>',
  );
  expect(controls).toMatchObject([{ alias: 'Date', kind: 'date, d MMMM yyyy, en-GB', tag: undefined }]);
  expect(document.names.filter((name) => name.startsWith('customXml'))).toEqual([]);
});

test('adds no controls and no parts for them to a text without blanks', () => {
  const { document } = make('<p>Agreed.</p>');
  expect(document.names.filter((name) => /customXml|glossary/.test(name))).toEqual([]);
});

test('prints ruled blanks without a form', () => {
  const html = page(render('<p>{{ name | blank("name") }}</p>'), CSS);
  const document = readDocx(convertToDocx(completed(html)));
  expect(readControls(document)).toEqual([]);
  expect(words(document)).toEqual(words(make(render('<p>{{ name | blank("name") }}</p>')).document));
});

test('makes valid files of long labels and paths, 500 blanks, right-to-left labels and a company’s own blanks', async () => {
  const own = [
    `<span class="blank"></span><span class="blank">by hand</span><span class="blank" data-field="nickname"><b>x</b></span>`,
    `<a href="https://example.com/"><span class="blank" data-field="name"><span class="rule">x<br>y <img alt="z"></span></span></a>`,
    `<ul><li><span class="blank" data-field="name"><span class="rule"><p>a</p><table><tr><td>b</table></span></span>`,
  ];
  const long = 'ab '.repeat(700);
  const blanks = [
    render(`{{ name | blank("${long}") }}`),
    render(`{{ tasks | blank("${'😀'.repeat(40)}") }}`),
    render('<p dir="rtl">{{ dispute | blank("اسم الشركة الكامل") }}</p>'),
    render('{{ tasks[1999] | blank("task") }}'),
    render('{% for i in range(500) %}<p>{{ tasks[i] | blank("task") }}</p>{% endfor %}', { tasks: [] }),
    ...own,
  ];
  const { controls, bytes } = make(blanks.map((blank) => `<div>${blank}</div>`).join(''));
  expect(controls.slice(0, 4)).toMatchObject([
    { alias: `${long.slice(0, 63)}…`, tag: 'name' },
    { alias: `${'😀'.repeat(31)}…` },
    { alias: 'اسم الشركة الكامل' },
    { tag: 'tasks[1999]', path: 'tasks[1999]' },
  ]);
  expect(controls).toHaveLength(4 + 500 + 2);
  expect(controls.slice(4, 504).map(({ tag }) => tag)).toEqual(
    Array.from({ length: 500 }, (_, index) => `tasks[${index}]`),
  );
  await expectValid(bytes);
});

test('makes plain-text controls of choices beyond the maximum number of list entries', () => {
  const options = choices(...Array.from({ length: 250 }, (_, index) => `Country ${index}`));
  const fields = new Map<string, FieldFacts>([['country', { title: 'Country', kind: 'choice', options }]]);
  const html = page(render('{% for i in range(801) %}{{ country | blank("country") }}{% endfor %}'), CSS);
  const bytes = convertForm(html, fields);
  const kinds = readControls(readDocx(bytes)).map(({ kind }) => kind.slice(0, 6));
  expect(kinds).toEqual([...Array(800).fill('choice'), 'text']);
});

test('shortens a path beyond Word’s limit on tags to its start and a hash', () => {
  const name = 'a'.repeat(70);
  const blank = (field: string) =>
    `<span class="blank" data-field="${field}"><span class="rule">&nbsp;</span></span>`;
  const fields = new Map([name, `${name}b`].map((one) => [one, { title: one, kind: 'text' } as const]));
  const html = page(`<p>${blank(name)} ${blank(`${name}b`)}</p>`);
  const bytes = convertForm(html, fields);
  const controls = readControls(readDocx(bytes));
  expect(controls.map(({ path }) => path)).toEqual([name, `${name}b`]);
  const tags = controls.map(({ tag = '' }) => tag);
  expect(tags).toEqual(Array(2).fill(expect.stringMatching(/^a{55}~[0-9a-f]{8}$/)));
  expect(new Set(tags).size).toBe(2);
});

const PIECES = [
  '{{ name | blank("name") }}',
  '{{ tasks | blank("tasks", "lines") }}',
  '{{ pay | blank("pay") }}',
  '{{ dispute | blank(["one", "other"]) }}',
  '{{ "" | blank("by hand") }}',
].map((source) => render(source));
const WRAPPERS = 'p div li ol ul h2 td table blockquote b em small span dl dt pre'.split(' ');

const { html } = fc.letrec<{ html: string }>((tie) => ({
  html: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom(' ', 'text', ...PIECES),
    fc
      .tuple(fc.constantFrom(...WRAPPERS), fc.array(tie('html'), { maxLength: 4 }))
      .map(([name, inner]) => `<${name} href="#x">${inner.join('')}</${name}>`),
  ),
}));

test('keeps all words and makes every control, wherever blanks are', () => {
  fc.assert(
    fc.property(fc.array(html, { maxLength: 8 }), (pieces) => {
      const source = page(pieces.join(''), CSS);
      const { document, controls } = make(pieces.join(''));
      // Compared without spaces: in a cell, a blank is on separate lines, which `htmlWords` does not know.
      expect(words(document).join('')).toBe(htmlWords(parseHtml(source)).join(''));
      const blanks = source.split('class="blank').length - 1 + (source.split('blank choice').length - 1);
      expect(controls).toHaveLength(blanks);
    }),
    { numRuns: 300 },
  );
  // On a busy machine, 300 documents take longer than the limit of light tests.
}, 60_000);

test('makes a choice of a given value only where it is printed as one of the choices', () => {
  const { template } = new TemplateCache(new SharedParts(new Map())).load(
    {
      name: 'test/1.0.0.njk',
      source: page('<p>{{ one }}</p><p>{{ two | replace(" (the)", "") }}</p>'),
    },
    'global',
  );
  const field = { title: 'Country', kind: 'choice', options: choices('Gambia (the)', 'Ghana') } as const;
  const data = { one: 'Gambia (the)', two: 'Gambia (the)' };
  const document = makeDocument(template, data, {
    ...{ title: 'Test', origin: 'global', format: 'docx' },
    fields: new Map([
      ['one', field],
      ['two', field],
    ]),
    options: { ...DEFAULT_OPTIONS, fillable: 'all' },
  });
  const controls = readControls(readDocx(convertToDocx(document)));
  expect(controls.map(({ tag, kind, text }) => [tag, kind, text])).toEqual([
    ['one', 'choice: Gambia (the) | Ghana', 'Gambia (the)'],
    ['two', 'text', 'Gambia'],
  ]);
});
