import { field, type Hostile, IF_X, named, nested, rule, schema, shown, WRONG, X_AND_Y } from './define.ts';

const endless = (depth: number): object =>
  rule(IF_X, depth === 0 ? { required: ['y'] } : { required: ['y'], ...endless(depth - 1) });
const condition = (what: string, place: string, value: unknown, of = 'x'): Hostile =>
  schema(what, `dependencies.${of}${place}`, {
    type: 'object',
    properties: X_AND_Y,
    dependencies: named(of, value),
  });
const conditions = [
  ...WRONG.map((value) => condition(`a condition that is ${shown(value)}`, '', value)),
  condition('if without then', '', Object.fromEntries([['if', IF_X]])),
  condition('then without if', '', Object.fromEntries([['then', { required: ['y'] }]])),
  condition('else', '', { ...rule(IF_X, { required: ['y'] }), else: { required: ['y'] } }),
  condition('if within if', '', rule({ ...IF_X, ...rule(IF_X, {}) }, { required: ['y'] })),
  condition('if within then', '', endless(1)),
  condition('if without end', '', endless(6)),
  condition(
    'if within the field of then',
    '',
    rule(IF_X, { required: ['y'], properties: { y: endless(3) } }),
  ),
  condition('properties of then that are none', '', rule(IF_X, { required: ['y'], properties: 5 })),
  condition('required of if that is none', '', rule({ ...IF_X, required: {} }, { required: ['y'] })),
  condition(
    'a type of the value that is none',
    '.if',
    rule({ properties: { x: { enum: ['a'], type: {} } } }, { required: ['y'] }),
  ),
  condition(
    'a condition on another field',
    '',
    rule({ properties: { y: { enum: ['a'] } } }, { required: ['y'] }),
  ),
  condition(
    'a condition on two fields',
    '',
    rule({ properties: { x: { enum: ['a'] }, y: { enum: ['a'] } } }, { required: ['y'] }),
  ),
  condition(
    'a condition on a field that there is not',
    '',
    rule({ properties: { z: { enum: ['a'] } } }, { required: ['y'] }),
    'z',
  ),
  condition('a condition on __proto__', '', rule({ properties: {} }, { required: ['y'] }), 'constructor'),
  condition(
    'a condition without a value',
    '',
    rule({ properties: { x: { enum: [] } } }, { required: ['y'] }),
  ),
  condition(
    'a condition with an object as value',
    '.if',
    rule({ properties: { x: { enum: [{}] } } }, { required: ['y'] }),
  ),
  condition(
    'a condition whose value the field cannot have',
    '.if',
    rule({ properties: { x: { enum: [true] } } }, { required: ['y'] }),
  ),
  condition(
    'a condition with a pattern',
    '',
    rule({ properties: { x: { pattern: '(a+)+$' } } }, { required: ['y'] }),
  ),
  condition('a condition with not', '', rule({ not: IF_X }, { required: ['y'] })),
  condition(
    'a condition that requires what there is not',
    '.then.required[0]',
    rule(IF_X, { required: ['z'] }),
  ),
  condition(
    'a condition that requires __proto__',
    '.then.required[0]',
    rule(IF_X, { required: ['__proto__'] }),
  ),
  condition('a condition that requires twice', '.then.required', rule(IF_X, { required: ['y', 'y'] })),
  condition('allOf of nothing that fits', '.allOf[1]', {
    allOf: [rule(IF_X, { required: ['y'] }), { allOf: [] }],
  }),
  condition('allOf without an entry', '', { allOf: [] }),
];

const conflicts = [
  field('an example of another type', '.examples[1]', { type: 'string', examples: ['a', 5] }),
  field('an example that is null', '.examples[0]', { type: 'string', examples: [null] }),
  field('an example that is no choice', '.examples[0]', { type: 'string', enum: ['a'], examples: ['b'] }),
  field('lengths that contradict', '.minLength', { type: 'string', minLength: 9, maxLength: 1 }),
  field('limits that contradict', '.minimum', { type: 'number', minimum: 2, maximum: 1 }),
  field('an exclusive limit that contradicts', '.exclusiveMinimum', {
    type: 'number',
    exclusiveMinimum: 1,
    maximum: 1,
  }),
  field('no whole number between limits', '.minimum', { type: 'integer', minimum: 1.2, maximum: 1.8 }),
  field('numbers of entries that contradict', '.minItems', {
    type: 'array',
    items: { type: 'string' },
    minItems: 3,
    maxItems: 2,
  }),
  field('a length that no request may have', '.minLength', { type: 'string', minLength: 65_537 }),
  field('more entries than a request may have', '.minItems', {
    type: 'array',
    items: { type: 'string' },
    minItems: 2_001,
  }),
  field('choices twice', '.enum', { type: 'string', enum: ['a', 'a'] }),
  field('choices of several types', '.enum', { type: 'string', enum: ['a', 1] }),
  field('a choice that is null', '.enum', { type: 'string', enum: ['a', null] }),
  field('a choice with a mark', '.enum', { type: 'string', enum: ['a\u202eb'] }),
  field('501 choices', '.enum', { type: 'integer', enum: Array.from({ length: 501 }, (_, index) => index) }),
  field('enum beside const', '.const', { type: 'string', enum: ['a'], const: 'b' }),
  field('a length beside choices', '.minLength', { type: 'string', enum: ['a'], minLength: 2 }),
  field('a format beside choices', '.format', { type: 'string', enum: ['a'], format: 'date' }),
  field('a limit beside choices', '.minimum', { type: 'number', enum: [1], minimum: 2 }),
  field('a date that is too short', '.maxLength', { type: 'string', format: 'date', maxLength: 5 }),
  field('a fraction as choice of whole numbers', '.const', { type: 'integer', const: 0.5 }),
  field('a list of lists', '.items', { type: 'array', items: { type: 'array', items: { type: 'string' } } }),
  schema('required twice', 'required', { ...nested(1), required: ['a', 'a'] }),
];

export const HOSTILE_RULES: readonly Hostile[] = [...conditions, ...conflicts];
