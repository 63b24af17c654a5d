import {
  deep,
  field,
  fields,
  type Hostile,
  IF_X,
  lists,
  nested,
  rule,
  sample,
  schema,
  shown,
  TEXT,
  whole,
  X_AND_Y,
} from './define.ts';
import { HOSTILE_RULES } from './rules.ts';
import { HOSTILE_WORDS } from './words.ts';

/** Hostile definitions of templates of a company's own: each of them is refused, and the answer names its place. */

const marks = ['\u0000', '\u202e', '\u2066', '\u0007', '\ufffe', '\ud800', '\u{e0041}'].flatMap((mark) => [
  field(`a field's title with ${shown(mark)}`, '.title', { type: 'string', title: `a${mark}b` }),
  whole(`a title with ${shown(mark)}`, 'title', { title: `a${mark}b`, schema: nested(1) }),
]);

const sizes = [
  schema(
    'fields that are too deep',
    'properties.a.properties.a.properties.a.properties.a.properties.a',
    nested(5),
  ),
  schema(
    'lists that are too deep',
    'properties.a.items.properties.a.items.properties.a.items.properties.a.items.properties.a',
    {
      type: 'object',
      properties: { a: lists(5) },
    },
  ),
  schema('301 fields', 'properties.f300', { type: 'object', properties: fields(301) }),
  schema('301 fields in two levels', 'properties.f1.properties.f148', {
    type: 'object',
    properties: fields(2, { type: 'object', properties: fields(150) }),
  }),
  schema('600 fields', 'properties', { type: 'object', properties: fields(600) }),
  schema('65 KiB', '', {
    type: 'object',
    properties: fields(40, { type: 'string', description: 'x'.repeat(1_900) }),
  }),
  schema('a depth of 19', '', deep(19)),
  schema('a depth of 5,000', '[0]'.repeat(19), JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`)),
  schema('25,000 values', 'properties.x.examples', {
    type: 'object',
    properties: { x: { type: 'string', examples: Array(25_000).fill(1) } },
  }),
  field('a title of 201 characters', '.title', { type: 'string', title: 'x'.repeat(201) }),
  field('a description of 2,001 characters', '.description', {
    type: 'string',
    description: 'x'.repeat(2_001),
  }),
  field('a word of 5,000 characters', `.${'x'.repeat(5_000)}`, { type: 'string', ['x'.repeat(5_000)]: 1 }),
];

const ofRoot = [
  ...[null, true, 5, 'x', [], [{}], { type: 'array' }, { type: 'object' }, { properties: {} }].map((value) =>
    schema(`a schema that is ${shown(value)}`, '', value),
  ),
  ...[5, null, [], {}, 'a\u202eb'].flatMap((value) => [
    schema(`the schema's title ${shown(value)}`, 'title', { ...nested(1), title: value }),
    schema(`the schema's description ${shown(value)}`, 'description', { ...nested(1), description: value }),
    schema(`$id ${shown(value)}`, '$id', { ...nested(1), $id: value }),
  ]),
  ...[5, null, 'x', 'https://json-schema.org/draft/2020-12/schema'].map((value) =>
    schema(`$schema ${shown(value)}`, '$schema', { ...nested(1), $schema: value }),
  ),
  ...[[5], [null], [{}], ['__proto__'], ['constructor'], ['a.b']].map((required) =>
    schema(`required ${shown(required)}`, 'required[0]', { ...nested(1), required }),
  ),
];

const definitions = ['title', 'kind', 'sample'].flatMap((word) =>
  [
    null,
    true,
    5,
    [],
    '',
    ...(word === 'sample' ? ['x'] : [{}]),
    ...(word === 'kind' ? ['Policy', 'constructor'] : []),
  ].map((value) => whole(`${word} ${shown(value)}`, word, { schema: nested(1), [word]: value })),
);
const more = [
  whole('a title of two lines', 'title', { title: 'a\nb', schema: nested(1) }),
  whole('a title of 121 characters', 'title', { title: 'x'.repeat(121), schema: nested(1) }),
  whole('no schema', 'schema', {}),
  whole('no title', 'title', { title: undefined, schema: nested(1) }),
  whole('no kind', 'kind', { kind: undefined, schema: nested(1) }),
  whole('no sample', 'sample', { sample: undefined, schema: nested(1) }),
];

const samples = [
  ...[5, true, [], {}, '\u0000', '\u202e'].map((x) => sample(`a text that is ${shown(x)}`, 'x', TEXT, { x })),
  ...['5', true, [], {}].map((x) => sample(`a number that is ${shown(x)}`, 'x', { type: 'number' }, { x })),
  ...['true', 1, []].map((x) => sample(`a boolean that is ${shown(x)}`, 'x', { type: 'boolean' }, { x })),
  ...['x', {}, 5].map((x) =>
    sample(`a list that is ${shown(x)}`, 'x', { type: 'array', items: TEXT }, { x }),
  ),
  ...['x', [], 5].map((x) =>
    sample(`an object that is ${shown(x)}`, 'x', { type: 'object', properties: { y: TEXT } }, { x }),
  ),
  sample('another choice', 'x', { type: 'string', enum: ['a'] }, { x: 'b' }),
  sample('a day that there is not', 'x', { type: 'string', format: 'date' }, { x: '2025-02-30' }),
  sample('no address', 'x', { type: 'string', format: 'email' }, { x: 'a@' }),
  sample('a fraction', 'x', { type: 'integer' }, { x: 1.5 }),
  sample('too little', 'x', { type: 'number', minimum: 5 }, { x: 4 }),
  sample('too long', 'x', { type: 'string', maxLength: 1 }, { x: 'ab' }),
  sample('too many decimals', 'x', { type: 'number', money: true }, { x: 1.2345 }),
  sample('an entry that is blank', 'x[0]', { type: 'array', items: TEXT }, { x: [' '] }),
  sample('an entry of another type', 'x[1]', { type: 'array', items: TEXT }, { x: ['a', 5] }),
  sample('too many entries', 'x', { type: 'array', items: TEXT, maxItems: 1 }, { x: ['a', 'b'] }),
  sample('what is required', 'x', TEXT, {}, { required: ['x'] }),
  sample('a blank in what is required', 'x', TEXT, { x: ' ' }, { required: ['x'] }),
  sample(
    'an inherited value for what is required',
    'y',
    TEXT,
    { '%PROTO%': { y: 'a' } },
    { properties: X_AND_Y, required: ['y'] },
  ),
  sample(
    'what a condition requires',
    'y',
    TEXT,
    { x: 'a' },
    { properties: X_AND_Y, dependencies: { x: rule(IF_X, { required: ['y'] }) } },
  ),
  whole('a sample of 15 levels', 'sample', { schema: nested(1), sample: { b: deep(15) } }),
  whole('a sample of 600 fields', 'sample', { schema: nested(1), sample: fields(600, 'x') }),
  whole('a sample of 2,001 entries', 'sample.x', {
    schema: { type: 'object', properties: { x: { type: 'array', items: TEXT } } },
    sample: { x: Array(2_001).fill('a') },
  }),
];

export const HOSTILE_DEFINITIONS: readonly Hostile[] = [
  ...[...HOSTILE_WORDS, ...HOSTILE_RULES, ...marks, ...sizes, ...ofRoot, ...definitions, ...more, ...samples],
];
