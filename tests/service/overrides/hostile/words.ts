import { field, type Hostile, named, PROTO, schema, shown, type Words, WRONG } from './define.ts';

const TYPED: readonly (readonly [word: string, type: string, right: readonly unknown[]])[] = [
  ['title', 'string', ['x']],
  ['description', 'boolean', ['x']],
  ['$comment', 'string', []],
  ['unit', 'number', ['x']],
  ['examples', 'string', [[], [null]]],
  ['enum', 'string', []],
  ['const', 'string', ['x']],
  ['format', 'string', []],
  ['minLength', 'string', []],
  ['maxLength', 'string', []],
  ['minimum', 'number', [1.5, -1]],
  ['maximum', 'integer', [1.5, -1]],
  ['exclusiveMinimum', 'number', [1.5, -1]],
  ['money', 'number', [true]],
  ['properties', 'object', [{}, { x: {} }]],
  ['required', 'object', [[], [null]]],
  ['dependencies', 'object', [{}, { x: {} }]],
  ['minItems', 'array', []],
  ['maxItems', 'array', []],
];

const COMPLETE: Readonly<Record<string, Words>> = {
  object: { properties: { y: { type: 'string' } } },
  array: { items: { type: 'string' } },
};

const wrongTypes = TYPED.flatMap(([word, type, right]) =>
  WRONG.filter((value) => !right.some((one) => shown(one) === shown(value))).map((value) =>
    field(`${word} ${shown(value)} of type ${type}`, `.${word}`, { type, ...COMPLETE[type], [word]: value }),
  ),
);

const noTypes = [...WRONG, 'null', 'any', 'String', 'constructor', '__proto__', 'toString', ['string']].map(
  (type) => field(`type ${shown(type)}`, '.type', { type }),
);

const noSchemas = [null, true, false, 5, 'x', [], [{}]].flatMap((value) => [
  field(`a field that is ${shown(value)}`, '', value),
  field(`entries that are ${shown(value)}`, '.items', { type: 'array', items: value }),
]);

/** Words of JSON Schema, of its later drafts, of OpenAPI and of our own that no company's schema has. */
const FORBIDDEN =
  '$ref $defs $anchor $dynamicRef $dynamicAnchor $recursiveRef $vocabulary $id $schema definitions default pattern if then else allOf anyOf oneOf not additionalProperties patternProperties propertyNames additionalItems contains minContains uniqueItems multipleOf exclusiveMaximum minProperties maxProperties dependentSchemas dependentRequired unevaluatedProperties prefixItems contentEncoding contentMediaType readOnly deprecated nullable discriminator example choices list constructor toString %PROTO%'.split(
    ' ',
  );
const forbidden = FORBIDDEN.map((word) =>
  field(
    `the word ${word.replace(PROTO.slice(1, -1), '__proto__')}`,
    `.${word.replace(PROTO.slice(1, -1), '__proto__')}`,
    { type: 'string', ...named(word, '#/x') },
  ),
);

const NAMES = [
  ...['%PROTO%', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'],
  ...[
    '',
    ' ',
    '1st',
    'a b',
    'a.b',
    'a[0]',
    'a-b',
    '_a',
    '$a',
    'é',
    '名前',
    'а',
    'a\u200b',
    '\u202ea',
    'a\u0000',
  ],
  ...['😀', '\ud800', "a'b", '{{ x }}', '<b>', '../x', 'a'.repeat(65), 'a'.repeat(5_000)],
];
/** As a place shows a name. */
const shownName = (name: string) =>
  name.replace('%PROTO%', '__proto__').replace(/[^\p{L}\p{N}_.$[\]…-]/gu, '…');
const names = NAMES.map((name) =>
  schema(`a field named ${shownName(name)}`, `properties.${shownName(name)}`, {
    type: 'object',
    properties: named(name, { type: 'string' }),
  }),
);

export const HOSTILE_WORDS: readonly Hostile[] = [
  ...[...wrongTypes, ...noTypes, ...noSchemas, ...forbidden, ...names],
];
