/** What the hostile definitions of templates of a company's own are made of. */

/** What is sent, as JSON, and the place that the answer names. */
export type Hostile = readonly [what: string, json: string, place: string];

export type Words = Readonly<Record<string, unknown>>;

const BASE = { text: '<p>{{ x }}</p>', title: 'T', kind: 'policy', sample: {} };

/** As JSON, because an object literal cannot have a field of its own that is named __proto__. */
export const PROTO = '"%PROTO%"';
const json = (body: object) => JSON.stringify(body).replaceAll(PROTO, '"__proto__"');

export const whole = (what: string, place: string, body: Words): Hostile => [
  what,
  json({ ...BASE, ...body }),
  place,
];
export const schema = (what: string, place: string, words: unknown): Hostile =>
  whole(what, /^(?:$|\[)/.test(place) ? `schema${place}` : `schema.${place}`, { schema: words });
export const field = (what: string, place: string, words: unknown, more: Words = {}): Hostile =>
  schema(what, `properties.x${place}`, { type: 'object', properties: { x: words }, ...more });
export const sample = (
  what: string,
  place: string,
  words: Words,
  value: unknown,
  more: Words = {},
): Hostile =>
  whole(what, `sample.${place}`, {
    schema: { type: 'object', properties: { x: words }, ...more },
    sample: value,
  });

export const nested = (depth: number): Words =>
  depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } };
export const lists = (depth: number): Words =>
  depth === 0
    ? { type: 'string' }
    : { type: 'array', items: { type: 'object', properties: { a: lists(depth - 1) } } };
export const fields = (count: number, one: unknown = { type: 'string' }) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, one]));
export const deep = (depth: number): unknown => (depth === 0 ? 1 : { a: deep(depth - 1) });
export const named = (name: string, value: unknown) => Object.fromEntries([[name, value]]);

/** Values of which none is right for a word, but those that are. */
export const WRONG: readonly unknown[] = [null, true, 'x', 1.5, -1, [], [null], {}, { x: {} }];
export const shown = (value: unknown) => JSON.stringify(value);

export const rule = (condition: unknown, consequence: unknown) =>
  Object.fromEntries([
    ['if', condition],
    ['then', consequence],
  ]);
export const IF_X = { properties: { x: { enum: ['a'] } } };
export const X_AND_Y = { x: { type: 'string' }, y: { type: 'string' } };
export const TEXT = { type: 'string' };
