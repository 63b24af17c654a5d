import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { beforeEach, describe, expect, test } from 'vitest';
import { fieldTableOf } from '../../../src/formats/document/field-table.ts';
import { makeDocument } from '../../../src/formats/document/make-document.ts';
import type { OriginTable } from '../../../src/lib/origin-table.ts';
import { readParts, SharedParts } from '../../../src/render/parts.ts';
import { parseHtml } from '../../../src/templating/html/parse.ts';
import { bodyOf, textOf } from '../../../src/templating/html/tree.ts';
import { loadTemplate } from '../../../src/templating/language/load-template.ts';
import { casesOf } from '../../../src/templating/templates/cases.ts';
import { partOf } from '../../part.ts';
import { type Data, named, TEMPLATES } from '../../service/use-cases/documents.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const SOURCES = readParts(path.join(ROOT, 'templates-html'));
const PARTS = new SharedParts(SOURCES);

/** The numbers of clauses and of references to them. */
const GENERATED = new Set(['label', 'ref']);

interface Word {
  readonly text: string;
  readonly file: string;
  readonly offset: number;
  /** What stands there: the word, or the beginning of an expression. */
  readonly source: string;
  /** Of the conditions around it, from the innermost: the source at each, and the fields that it read. */
  readonly why: readonly (readonly [string, ...(readonly string[])])[];
}

interface Wishes {
  readonly schema?: Parameters<typeof fieldTableOf>[0];
  readonly parts?: ReadonlyMap<string, string>;
  readonly origin?: 'global' | 'custom';
}

function made(source: string, data: Data, wishes: Wishes, linksOrigins: boolean) {
  const { schema, parts = SOURCES, origin = 'global' } = wishes;
  const shared = parts === SOURCES ? PARTS : new SharedParts(parts);
  return makeDocument(loadTemplate('text', source, shared), data, {
    ...{ title: 'Text', origin, format: 'html', linksFields: true, linksOrigins },
    ...(schema && { fields: fieldTableOf(schema) }),
  });
}

/** The words of a document whose places are asked for, and those that lead nowhere. */
function locate(source: string, data: Data, wishes: Wishes = {}) {
  const { tree, originTable = '' } = made(source, data, wishes, true);
  const { files, conditions, ...table }: OriginTable = JSON.parse(originTable);
  const sourceOf = (file: string) =>
    (file === 'text' ? source : ((wishes.parts ?? SOURCES).get(file) ?? '')).replace(/^\ufeff/, '');
  const words: Word[] = [];
  const others: string[] = [];
  const whyOf = (number: number): Word['why'] => {
    const condition = conditions[number];
    if (condition === undefined) return [];
    const { file, offset, fields, inside } = condition;
    return [[sourceOf(file).slice(offset).split('%}')[0] ?? '', ...fields], ...whyOf(inside)];
  };
  const visit = (node: ChildNode): void => {
    if (isText(node)) others.push(...node.data.split(/\s+/).filter(Boolean));
    if (!isTag(node) || GENERATED.has(node.attribs.class ?? '') || node.name === 'style') return;
    const { href = '' } = node.attribs;
    if (href.startsWith('field:')) return;
    const numbers = /^origin:(\d+)\.(\d+)\.(\d+)\.(-?\d+)$/.exec(href)?.slice(1).map(Number);
    if (numbers === undefined) {
      for (const child of node.children) visit(child);
      return;
    }
    const [number = 0, offset = 0, length = 0, condition = -1] = numbers;
    const file = files[number] ?? '';
    const written = sourceOf(file).slice(offset, offset + (length || 2));
    const sources = wordsOf(written.replaceAll('&nbsp;', '      '));
    const texts = wordsOf(textOf(node));
    expect(sources).toHaveLength(length === 0 ? 1 : texts.length);
    for (const [index, [text]] of texts.entries()) {
      const [source = '', skipped = 0] = sources[length === 0 ? 0 : index] ?? [];
      words.push({
        ...{ text, file, offset: offset + skipped, why: whyOf(condition) },
        source: textOf(bodyOf(parseHtml(`<p>${source}`)) as Element),
      });
    }
  };
  for (const child of (bodyOf(tree) as Element).children) visit(child);
  return { words, others, text: plain(textOf(bodyOf(tree) as Element)), ...table };
}

const wordsOf = (text: string) =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => [word, index] as const);
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

const isRight = ({ text, source }: Word) => text === source || source === '{{';

test.each(TEMPLATES.map((template) => [named(template), template] as const))(
  '%s: every word leads to itself, or to the expression that printed it',
  async (_name, template) => {
    const { schema, source } = template;
    const [sample, least, ...cases] = casesOf(template);
    for (const { title, data } of [sample, least, ...partOf(cases, 30)].filter((one) => one !== undefined)) {
      await nextTurn();
      const verdict = template.validate(data);
      const valid = verdict.valid ? verdict.value : {};
      const { words, others, text } = locate(source, valid, { schema });
      expect({ title, wrong: words.filter((word) => !isRight(word)) }).toEqual({ title, wrong: [] });
      // Of `"the " ~ role`, in which the role is a link to its field.
      expect(others.filter((word) => word !== 'the')).toEqual([]);
      expect(words.length).toBeGreaterThan(1000);
      expect(text).toBe(plain(textOf(bodyOf(made(source, valid, { schema }, false).tree) as Element)));
    }
  },
);

// A process whose loop stands still for long is ended.
beforeEach(() => nextTurn());

const PLAIN = new Map([
  ['partials/note.njk', '\ufeff{% macro note(what) %}<p>Note &amp; {{ what }}</p>{% endmacro %}'],
  ['partials/clause.njk', '{% if fixed %}<p>Fixed.</p>{% endif %}'],
]);

function why(source: string, data: Data) {
  return locate(source, data, { parts: PLAIN }).words.map(({ text, why }) => [text, ...why]);
}

describe('a word leads to its source', () => {
  test.each<[what: string, source: string, words: (readonly [string, string, number])[]]>([
    [
      'static',
      '<p>One  two</p>',
      [
        ['One', 'text', 3],
        ['two', 'text', 8],
      ],
    ],
    [
      'between marks of white space',
      '{% set a = 1 -%}\n\n <b>x</b> {%- if a %} y{% endif %}',
      [
        ['x', 'text', 22],
        ['y', 'text', 40],
      ],
    ],
    [
      'with an entity, and beside one',
      '<p>A&amp;B&nbsp;C</p>',
      [
        ['A&B', 'text', 3],
        ['C', 'text', 16],
      ],
    ],
    [
      'before a value and after it',
      '<p>of {{ n + 1 }}s</p>',
      [
        ['of', 'text', 3],
        ['5', 'text', 6],
        ['s', 'text', 17],
      ],
    ],
    ['a text in quotes', '<p>{{ "a" if n else "b" }}</p>', [['a', 'text', 7]]],
    [
      'of a part and of an argument',
      '{% from "partials/note.njk" import note %}{{ note("now") }}',
      [
        ['Note', 'partials/note.njk', 25],
        ['&', 'partials/note.njk', 30],
        ['now', 'text', 51],
      ],
    ],
    ['captured', '{% set x %}in{% endset %}<p>{{ x }}</p>', [['in', 'text', 11]]],
    ['in a link of the text', '<a href="https://a.example">go</a>', [['go', 'text', 28]]],
    [
      'behind lines',
      'one\n\n{# no #}\n{{ "x" }}\n  two',
      [
        ['one', 'text', 0],
        ['x', 'text', 18],
        ['two', 'text', 26],
      ],
    ],
  ])('%s', (_what, source, words) => {
    expect(
      locate(source, { n: 4 }, { parts: PLAIN }).words.map(({ text, file, offset }) => [text, file, offset]),
    ).toEqual(words);
  });

  test('a value, to where its field is printed', () => {
    const source = '<p>{{ a }} {{ b | blank("b") }}</p>{% for one in c %}{{ one.d }}{% endfor %}';
    const { places } = locate(source, { a: 'x', c: [{ d: 'y' }, {}] });
    expect(places).toEqual({
      a: [{ file: 'text', offset: 3 }],
      b: [{ file: 'text', offset: 11 }],
      'c[0].d': [{ file: 'text', offset: 53 }],
      'c[1].d': [{ file: 'text', offset: 53 }],
    });
  });
});

test('the clauses that a file prints are named as they are printed, and the fields that are read', () => {
  const note = '{% from "partials/note.njk" import note %}';
  const clauses = [
    '<li><h3>One &amp; only</h3><ol><li>{{ note(a) }}</li></ol></li>',
    '<li><p>Two.</p></li>',
    '<li>{% include "partials/clause.njk" %}</li>',
  ].join('');
  const schedule = '<ol class="schedules"><li><h2>Goods</h2>{{ note(list[0].b) }}</li></ol>';
  const source = `${note}<h1>Title</h1><p>x</p>${note}<h2>Terms</h2>{{ note("y") }}<ol class="clauses">${clauses}</ol>${schedule}<p>z</p>`;
  const { clauses: named, read } = locate(
    source,
    { a: 'x', fixed: true, list: [{}], other: 1 },
    { parts: PLAIN },
  );
  expect(named).toEqual({
    text: ['Title', 'Terms', '1. One & only', '2.', 'Schedule 1 Goods'],
    'partials/note.njk': ['Terms', '1. One & only', 'Schedule 1 Goods'],
    'partials/clause.njk': ['3.'],
  });
  expect(read).toEqual(['a', 'fixed', 'list']);
});

describe('a word knows why it is printed', () => {
  test.each<[what: string, source: string, words: unknown[]]>([
    ['under no condition', '<p>x</p>', [['x']]],
    [
      'else',
      '{% if fixed and other %}x{% else %}y{% endif %}',
      [['x', ['if fixed and other ', 'fixed', 'other']]],
    ],
    [
      'one condition in another',
      '{% if fixed %}x{% if n > 3 %}y{% endif %}{% endif %}z',
      [['x', ['if fixed ', 'fixed']], ['y', ['if n > 3 ', 'n'], ['if fixed ', 'fixed']], ['z']],
    ],
    ['through a name', '{% set a = n > 3 %}{% if a %}x{% endif %}', [['x', ['if a ', 'n']]]],
    [
      'in a loop',
      '{% for one in list %}{% if one.a %}x{% endif %}{% endfor %}',
      [['x', ['if one.a ', 'list[1].a'], ['for one in list ', 'list']]],
    ],
    [
      'in a loop over nothing',
      '{% for one in gone %}x{% else %}y{% endfor %}{% for one in [1] %}z{% endfor %}',
      [
        ['y', ['for one in gone ', 'gone']],
        ['z', ['for one in [1] ']],
      ],
    ],
    [
      'one text or the other',
      '{{ "x" if n > 3 else "y" }} {{ "z" }}',
      [['x', ['{{ "x" if n > 3 else "y" }} {{ "z" }}', 'n']], ['z']],
    ],
    [
      'in a part',
      '{% if n %}{% include "partials/clause.njk" %}{% endif %}',
      [['Fixed.', ['if fixed ', 'fixed'], ['if n ', 'n']]],
    ],
    [
      'of several cases',
      '{% switch n %}{% case 4 %}x{% default %}y{% endswitch %}',
      [['x', ['switch n ', 'n']]],
    ],
    [
      'elif',
      '{% if gone %}x{% elif fixed %}y{% endif %}',
      [['y', ['elif fixed ', 'fixed'], ['if gone ', 'gone']]],
    ],
  ])('%s', (_what, source, words) => {
    expect(why(source, { fixed: true, other: 'x', n: 4, list: [{}, { a: 1 }] })).toEqual(words);
  });
});

describe('a text that does not mean well', () => {
  interface Hostile {
    readonly name: string;
    readonly template: string;
  }
  const hostile: readonly Hostile[] = ['hostile-templates', 'forged-marks'].flatMap((name) =>
    JSON.parse(
      gunzipSync(readFileSync(path.join(ROOT, `tests/service/overrides/corpus/${name}.json.gz`))).toString(),
    ),
  );

  const outcome = (act: () => string) => {
    try {
      return act();
    } catch (error) {
      return String(error);
    }
  };

  test.each(partOf(hostile, 20).map((one) => [one.name, one.template] as const))('%s', (_name, source) => {
    const data = { project: 'a', parties: [{ fullName: 'b' }, {}] };
    const wrong: Word[] = [];
    const now = outcome(() => {
      const { words, text } = locate(source, data, { origin: 'custom' });
      expect(words.length).toBeLessThanOrEqual(10_000);
      wrong.push(...words.filter((word) => !isRight(word)));
      return text;
    });
    expect(wrong).toEqual([]);
    expect(now).toBe(
      outcome(() => plain(textOf(bodyOf(made(source, data, { origin: 'custom' }, false).tree) as Element))),
    );
  });

  test('a mark that it writes itself leads nowhere', () => {
    const marks = Array.from({ length: 20 }, (_, number) => `\ufdd4${number}\ufdd5one\ufdd4`).join(' ');
    const { words } = locate(`<p>one</p><p>{{ "${marks}" }}</p><p>${marks}</p><p>two</p>`, {});
    expect(words.map(({ text, offset }) => [text, offset])).toEqual([['one', 3]]);
  });

  test('of more words than anybody reads, the first have places', () => {
    const source =
      '{% for a in range(400) %}<p>one two {% for b in range(100) %}{{ b }} x {% endfor %}</p>{% endfor %}';
    const { words, text } = locate(source, {});
    expect(words.length).toBeGreaterThan(9_000);
    expect(words.length).toBeLessThan(11_000);
    expect(words.filter((word) => !isRight(word))).toEqual([]);
    expect(text.split(' ')).toHaveLength(80_800);
  });
});
