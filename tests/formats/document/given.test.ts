import { type ChildNode, isTag, isText } from 'domhandler';
import { describe, expect, test } from 'vitest';
import type { FieldTable } from '../../../src/formats/document/field-table.ts';
import { wrapGiven } from '../../../src/formats/document/given.ts';
import { SharedParts } from '../../../src/render/parts.ts';
import { parseHtml, serializeHtml } from '../../../src/templating/html/parse.ts';
import { GivenMarks, type GivenSource } from '../../../src/templating/language/given.ts';
import { loadTemplate } from '../../../src/templating/language/load-template.ts';
import { renderTemplate } from '../../../src/templating/language/render-template.ts';
import { page } from '../docx/html.ts';

const DATA = {
  name: 'Ada & Obi',
  first: 'Ada',
  last: 'Obi',
  arabic: 'شركة',
  nothing: ' ',
  parties: [{ rcName: 'Acme' }, { rcName: 'Bede' }],
  inner: 'Ann',
  outer: 'Anna',
  amount: 1000,
  naira: 'NGN',
  cedis: 'cedis',
  tasks: ['a', 'b', 'c'],
  yes: true,
};

const FIELDS: FieldTable = new Map(
  [
    ...['name', 'first', 'last', 'arabic', 'inner', 'outer', 'amount', 'naira', 'cedis', 'tasks', 'tasks[]'],
    'parties[].rcName',
  ].map((path) => [path, { title: path, kind: 'text' as const }]),
);

function fill(source: string, given?: GivenMarks): string {
  const template = loadTemplate('test', source, new SharedParts(new Map()));
  return renderTemplate(template, DATA, { given });
}

function textOf(node: ChildNode): string {
  if (isText(node)) return node.data;
  return isTag(node) ? node.children.map(textOf).join('') : '';
}

/** The rendered text with its values wrapped, and the wrapped values as [source, text]. */
function wrap(source: string, given = new GivenMarks()): { html: string; values: [GivenSource, string][] } {
  const document = parseHtml(fill(source, given));
  const wrappers = wrapGiven(document, given, FIELDS);
  return {
    html: serializeHtml(document),
    values: [...wrappers].map(([element, { source }]) => [source, textOf(element)]),
  };
}

describe('a value in text is wrapped, with the field that it comes from', () => {
  test.each<[what: string, source: string, values: [GivenSource, string][]]>([
    ['as it is', '<p>By {{ name }}.</p>', [['name', 'Ada & Obi']]],
    ['after a filter', '<p>{{ name | upper }}</p>', [['name', 'ADA & OBI']]],
    ['isolated', '<p>{{ arabic | written }}</p>', [['arabic', 'شركة']]],
    [
      'in a loop',
      '{% for one in parties %}<p>{{ one.rcName }}</p>{% endfor %}',
      [
        ['parties[0].rcName', 'Acme'],
        ['parties[1].rcName', 'Bede'],
      ],
    ],
    [
      'through a macro, a captured text and a list in one',
      '{% macro b(x) %}<b>{{ x }}</b>{% endmacro %}{% set y %}{{ b(name) }}{% endset %}<p>{{ y }} {{ tasks | and_list }}</p>',
      [
        ['name', 'Ada & Obi'],
        ['tasks', 'a, b and c'],
      ],
    ],
    ['joined with a space', '<p>{{ (first ~ " " ~ last) | written }}</p>', [[['first', 'last'], 'Ada Obi']]],
    ['joined with text', '<p>{{ "Dr " ~ last }}</p>', [[['last'], 'Dr Obi']]],
    [
      'beside another value',
      '<p>{{ first }}{{ last }}</p>',
      [
        ['first', 'Ada'],
        ['last', 'Obi'],
      ],
    ],
    ['except blank values', '<p>{{ nothing }}{{ absent }}{{ absent | blank("x") }}</p>', []],
    ['except literals, counts and sums', '<p>{{ "x" }}{{ tasks | length }}{{ 1 + 1 }}{{ loop }}</p>', []],
    [
      'not in attributes, the title and styles',
      '<title>{{ name }}</title><style>/*{{ first }}*/</style><p class="{{ last }}">x</p>',
      [],
    ],
    [
      'of at most eight fields',
      `<p>{{ ${'first ~ '.repeat(9)}last }}</p>`,
      [[Array(8).fill('first'), `${'Ada'.repeat(9)}Obi`]],
    ],
  ])('%s', (_what, source, values) => {
    const wrapped = wrap(source);
    expect(wrapped.values.map(String).toSorted()).toEqual(values.map(String).toSorted());
    const plain = serializeHtml(parseHtml(fill(source)));
    expect(wrapped.html.replace(/<\/?span>/g, '')).toBe(plain.replace(/<\/?span>/g, ''));
    expect(wrapped.html).not.toMatch(/[\ufdd0-\ufdef]/);
  });
});

describe('of a text that is made of several values, each is wrapped', () => {
  const apart = (source: string) =>
    wrap(`<p>{{ ${source} }}</p>`, new GivenMarks({ tellsApart: true })).values;

  test.each<[what: string, source: string, values: [GivenSource, string][]]>([
    [
      'joined with a space, and trimmed',
      '((" " ~ first) ~ " " ~ (last ~ " ")) | written',
      [
        ['first', 'Ada'],
        ['last', 'Obi'],
      ],
    ],
    [
      'of which one occurs in another',
      'inner ~ outer ~ inner',
      [
        ['inner', 'Ann'],
        ['outer', 'Anna'],
        ['inner', 'Ann'],
      ],
    ],
    ['after a literal with the same letters', '"Obi " ~ last', [['last', 'Obi']]],
    [
      'with letters that are escaped',
      'name ~ first',
      [
        ['name', 'Ada & Obi'],
        ['first', 'Ada'],
      ],
    ],
    [
      'from right to left',
      '(arabic ~ first) | written',
      [
        ['arabic', 'شركة'],
        ['first', 'Ada'],
      ],
    ],
    ['not after a change: then the first', '(first ~ last) | upper', [['first', 'ADAOBI']]],
    [
      'of a list',
      'tasks | and_list',
      [
        ['tasks[0]', 'a'],
        ['tasks[1]', 'b'],
        ['tasks[2]', 'c'],
      ],
    ],
    [
      'of a list that is joined by a property',
      'parties | join("; ", "rcName")',
      [
        ['parties[0].rcName', 'Acme'],
        ['parties[1].rcName', 'Bede'],
      ],
    ],
    ['of a list of which only one is printed', 'tasks | last', [['tasks[2]', 'c']]],
    [
      'an amount and its symbol',
      'amount | money(naira)',
      [
        ['naira', '₦'],
        ['amount', '1,000.00'],
      ],
    ],
    [
      'an amount and the name of its currency',
      'amount | money("Others", cedis) | written',
      [
        ['amount', '1,000.00'],
        ['cedis', '\u00a0cedis'],
      ],
    ],
    ['an amount before a blank', 'amount | money(absent)', [['amount', '1,000.00']]],
    ['an amount in words', 'first | money(naira)', [['first', 'Ada']]],
  ])('%s', (_what, source, values) => {
    expect(apart(source)).toEqual(values);
  });

  test.each<[what: string, source: string, values: [GivenSource, string][]]>([
    ['of a value', '{% if naira == "NGN" %} in naira {% else %}x{% endif %}', [['naira', 'in naira']]],
    ['of another value', '{% if naira == "USD" %}a{% elif naira === "NGN" %}b{% endif %}', [['naira', 'b']]],
    [
      'of what a macro prints of a value',
      '{% macro m(x) %}{% if x == "no" %}y{% else %}{{ x }}{% endif %}{% endmacro %}' +
        '{% set y = m(naira) %}{% if y == "NGN" %}naira{% endif %}',
      [['naira', 'naira']],
    ],
    ['not a sentence', '{% if naira == "NGN" %}It is paid.{% endif %}', []],
    ['not markup', '{% if naira == "NGN" %}<b>naira</b>{% endif %}', []],
    ['not of anything else', '{% if naira != "USD" %}a{% endif %}{% if 1 == 1 %}b{% endif %}', []],
  ])('words that are chosen by comparison: %s', (_what, source, values) => {
    const { html, values: found } = wrap(`<p>${source}</p>`, new GivenMarks({ tellsApart: true }));
    expect(found).toEqual(values);
    expect(html.replace(/<\/?span>/g, '')).toBe(serializeHtml(parseHtml(fill(`<p>${source}</p>`))));
  });
});

test('marks do not affect what a template computes', () => {
  const source =
    '{% macro m(x) %}{{ x }}{% endmacro %}{% set c %}{{ first }}{% endset %}' +
    '{{ m(name) | length }} {{ c == "Ada" }} {{ m(nothing) is absent }} {{ "Ad" in c }} {{ c ~ "!" }} {{ [c, c] | join("-") }}' +
    '{% if m(first) == "Ada" %} yes{% endif %}{{ c | default("x") | replace("A", "O") }}';
  const given = new GivenMarks();
  const document = parseHtml(fill(source, given));
  wrapGiven(document, given, FIELDS);
  expect(serializeHtml(document).replace(/<\/?span>/g, '')).toBe(serializeHtml(parseHtml(fill(source))));
});

test('marks that a template writes itself are removed', () => {
  const own =
    '<p title="\ufdd00\ufdd1x\ufdd2">\ufdd07\ufdd1a\ufdd2 \ufdd0b \ufdd0999\ufdd1c \ufdd1d\ufdd2 {{ first }}</p>';
  const { html, values } = wrap(own);
  expect(html).not.toMatch(/[\ufdd0-\ufdef]/);
  expect(values).toEqual([['first', 'Ada']]);
});

test('a value that the parser moves keeps its text', () => {
  const { html } = wrap(page('<table>{{ arabic | written }}{{ name }}<tr><td>{{ first }}</table>'));
  expect(html.replace(/<[^>]*>/g, '')).toContain('شركةAda &amp; ObiAda');
});
