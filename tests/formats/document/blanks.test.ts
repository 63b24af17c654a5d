import path from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { textContent as textOf } from 'domutils';
import { expect, test } from 'vitest';
import { fieldsOf, findBlanks } from '../../../src/formats/document/blanks.ts';
import { fieldTableOf } from '../../../src/formats/document/field-table.ts';
import { findBlankFields, makeDocument } from '../../../src/formats/document/make-document.ts';
import { readParts, SharedParts } from '../../../src/render/parts.ts';
import { parseHtml } from '../../../src/templating/html/parse.ts';
import { loadTemplate } from '../../../src/templating/language/load-template.ts';
import { minimalData } from '../../../src/templating/templates/minimal-data.ts';
import { render } from '../../render/rendering.ts';
import { named, TEMPLATES } from '../../service/use-cases/documents.ts';

const CHOICES = [
  ['Weekly', 'Weekly'],
  ['Monthly', 'Monthly'],
];

const PARTS = {
  'partials/sign.njk':
    '<span class="blank hand" role="textbox" aria-label="blank: Signature" data-kind="signature"></span>' +
    '<span class="blank hand" role="textbox" aria-label="blank: Date" data-kind="date"></span>',
};

const SCHEMA = {
  type: 'object',
  properties: {
    parties: {
      type: 'array',
      title: 'Parties',
      items: { type: 'object', title: 'Party', properties: { rcName: { type: 'string', title: 'Name' } } },
    },
    tasks: { type: 'array', title: 'Tasks', items: { type: 'string', title: 'Entry' } },
    effectiveDate: { type: 'string', format: 'date', title: 'Date of agreement' },
    pay: { type: 'string', enum: ['Weekly', 'Monthly'], title: 'Paid' },
    dispute: { type: 'boolean', title: 'Arbitration' },
    fee: { type: 'number', title: 'Fee' },
  },
} as unknown as TSchema;

test('lists every field of a schema by its path; a list entry has the title of its list', () => {
  expect([...fieldTableOf(SCHEMA)]).toEqual([
    ['parties', { title: 'Parties', kind: 'text' }],
    ['parties[]', { title: 'Parties', kind: 'text' }],
    ['parties[].rcName', { title: 'Name', kind: 'text' }],
    ['tasks', { title: 'Tasks', kind: 'text' }],
    ['tasks[]', { title: 'Tasks', kind: 'text' }],
    ['effectiveDate', { title: 'Date of agreement', kind: 'date' }],
    ['pay', { title: 'Paid', kind: 'choice', options: CHOICES }],
    ['dispute', { title: 'Arbitration', kind: 'text' }],
    ['fee', { title: 'Fee', kind: 'text' }],
  ]);
});

test.each<[source: string, blanks: object[]]>([
  [
    '{{ parties[1].rcName | blank("full \\"name\\"") }}',
    [{ field: 'parties[1].rcName', label: 'full "name"', kind: 'text', options: [] }],
  ],
  ['{{ tasks | blank("tasks", "lines") }}', [{ field: 'tasks', label: 'tasks', kind: 'lines', options: [] }]],
  ['{{ tasks[0] | blank("task") }}', [{ field: 'tasks[0]', label: 'task', kind: 'text', options: [] }]],
  [
    '{{ effectiveDate | date | blank("date", "short") }}',
    [{ field: 'effectiveDate', label: 'date', kind: 'date', options: [] }],
  ],
  [
    '{{ pay | blank("weekly or monthly") }}',
    [{ field: 'pay', label: 'weekly or monthly', kind: 'choice', options: CHOICES }],
  ],
  [
    '{{ dispute | blank(["arbitration", "the courts"]) }}',
    [{ field: 'dispute', label: 'arbitration, or the courts', kind: 'alternatives', options: [] }],
  ],
  // A boolean field whose blank accepts more than yes or no.
  [
    '{{ dispute | blank("days, or none") }}',
    [{ field: 'dispute', label: 'days, or none', kind: 'text', options: [] }],
  ],
  ['{{ nickname | blank("nickname") }}', [{ label: 'nickname', kind: 'text', options: [] }]],
  ['{{ "" | blank("dates", "lines") }}', [{ label: 'dates', kind: 'lines', options: [] }]],
  [
    '{% include "partials/sign.njk" %}',
    [
      { label: 'Signature', kind: 'signature', options: [] },
      { label: 'Date', kind: 'date', options: [] },
    ],
  ],
  ['{{ fee }} is no blank', []],
])('%s', (source, blanks) => {
  const document = parseHtml(render(source, { fee: 5 }, PARTS));
  const found = findBlanks(document, fieldTableOf(SCHEMA)).map(({ field, label, kind, options }) => ({
    field,
    label,
    kind,
    options,
  }));
  expect(found).toEqual(blanks.map((blank) => ({ field: undefined, ...blank })));
});

test('has a title for each path, with the row or the heading of the clause around it', () => {
  const blanks = findBlanks(
    parseHtml(
      `<table><tr><th scope="row">Customer</th><td>${render('{{ name | blank("name") }}{{ address | blank("address") }}{{ place | blank("address") }}')}</td></tr>
      <tr><th scope="row">Supplier of\n goods</th><td>${render('{{ tasks | blank("name") }}{{ dispute | blank(["arbitration", "the courts"]) }}')}</td></tr></table>
      <ol><li><h2><span class="label">7.\u00a0</span>Payment</h2><ol><li><p>${render('{{ fee | blank("days") }}')}</p></li></ol></li></ol>
      <p>${render('{{ name | blank("whose name") }}{{ more | blank("name") }}{{ "" | blank("name") }}')}</p>
      <h2>Other terms</h2><p>${render('{{ town | blank("town") }}')}</p><h2>Signatures</h2>
      <table><tr><th scope="row">${'x'.repeat(70)}</th><td>${render('{{ pay | blank("how often") }}')}</td></tr></table>`,
    ),
    fieldTableOf(SCHEMA),
  );
  expect(blanks.map(({ path, title }) => [path, title])).toEqual([
    ['name', 'Customer: name'],
    ['address', 'Customer: address'],
    ['place', 'Customer: address (2)'],
    ['tasks', 'Supplier of goods: name'],
    ['dispute', 'Supplier of goods'],
    ['fee', 'Payment: days'],
    ['name', 'Customer: name'],
    ['more', 'name'],
    [undefined, 'name'],
    ['town', 'Other terms: town'],
    ['pay', `${'x'.repeat(70)}: how often`],
  ]);
});

test('has a title for each path, with the heading of its column where that says whose it is', () => {
  const cells = (names: readonly string[]) =>
    names.map((name) => `<td>${render(`{{ ${name} | blank("hour") }}`)}</td>`).join('');
  const blanks = findBlanks(
    parseHtml(
      `<h2>Hours</h2><table><thead><tr><th scope="col">From</th><th>To</th></tr></thead>
      <tbody><tr>${cells(['start', 'end'])}</tr></tbody></table>`,
    ),
    fieldTableOf(SCHEMA),
  );
  expect(blanks.map(({ path, title }) => [path, title])).toEqual([
    ['start', 'From: hour'],
    ['end', 'Hours: hour'],
  ]);
});

test('has the rules to write on, the path as written, and each path once among the fields', () => {
  const blanks = findBlanks(
    parseHtml(
      `${render(
        '{{ fee | blank("fee") }}{{ tasks | blank("tasks", "lines") }}{{ pay | blank(["a", "b"]) }}{{ fee | blank("fee") }}',
      )}<span class="blank" data-field="other"></span>`,
    ),
    fieldTableOf(SCHEMA),
  );
  expect(
    blanks.map(({ path, field, rules }) => [path, field, rules.map(({ attribs }) => attribs.class)]),
  ).toEqual([
    ['fee', 'fee', ['rule']],
    ['tasks', 'tasks', ['rule', 'rule']],
    ['pay', 'pay', []],
    ['fee', 'fee', ['rule']],
    ['other', undefined, []],
  ]);
  expect(fieldsOf(blanks)).toEqual(['fee', 'tasks', 'pay', 'other']);
});

test('a signature line is one, whatever field it names', () => {
  const line = '<span class="blank" data-kind="signature" data-field="fee"></span>';
  expect(findBlanks(parseHtml(line), fieldTableOf(SCHEMA))).toMatchObject([{ kind: 'signature' }]);
});

test('prints a box with its own text before each alternative', () => {
  const document = parseHtml(render('{{ dispute | blank(["a < b", "c", "d"]) }}', {}));
  const [blank] = findBlanks(document, fieldTableOf(SCHEMA));
  expect(blank?.boxes.map(({ attribs }) => attribs)).toEqual(
    ['a < b', 'c', 'd'].map((words) => ({ 'data-option': words })),
  );
});

const parts = new SharedParts(readParts(path.join(import.meta.dirname, '../../../templates-html')));

/** Markup of a blank as a value. */
const MARKUP = '<span class="blank" data-field="forged">';

test('a text that is only filled in has the blanks of its document', () => {
  const cases = TEMPLATES.flatMap((template) => {
    const { source, title, sample, schema } = template;
    const text = loadTemplate(named(template), source, parts);
    const least = minimalData(schema, sample) as Record<string, unknown>;
    const marked = Object.fromEntries(
      Object.entries(least).map(([name, value]) => [name, typeof value === 'string' ? MARKUP : value]),
    );
    return [{}, sample, least, marked].map((data) => ({
      filledIn: findBlankFields(text, data, { title, origin: 'global' }),
      made: makeDocument(text, data, { title, origin: 'global' }).blankFields,
    }));
  });
  expect(cases.map(({ filledIn }) => filledIn)).toEqual(cases.map(({ made }) => made));
  expect(cases.filter(({ made }) => made.length > 5).length).toBeGreaterThan(TEMPLATES.length);
});

test('a form offers the words that the text prints', () => {
  const offered = TEMPLATES.flatMap(({ templateId, version, title, schema, source, sample }) =>
    [...fieldTableOf(schema)].flatMap(([name, { options = [] }]) =>
      options
        .filter(([value, words]) => value !== words)
        .map(([value, words]) => {
          const template = loadTemplate(`${templateId}/${version}`, source, parts);
          const { tree } = makeDocument(template, { ...sample, [name]: value }, { title, origin: 'global' });
          return {
            what: `${templateId} ${version}: ${words}`,
            isPrinted: textOf(tree.children).includes(words),
          };
        }),
    ),
  );
  expect(offered.length).toBeGreaterThan(10);
  expect(offered.filter(({ isPrinted }) => !isPrinted)).toEqual([]);
});
