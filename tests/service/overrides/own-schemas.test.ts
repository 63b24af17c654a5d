import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWord } from '../../formats/word/read-word.ts';
import { type Answer, startEmbedded, type TestService } from '../../service.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startEmbedded();
  const { json } = await service.admin('POST', '/companies/acme/keys', { rights: ['texts', 'generate'] });
  ({ key } = json as { key: string });
});
afterAll(() => service[Symbol.asyncDispose]());

const send = (method: string, path: string, body: unknown) =>
  service.send(method, path, { 'x-key': key, 'content-type': 'application/json' }, body);
const publish = (body: object, version: string, templateId: string) =>
  send('PUT', `/api/v1/texts/${templateId}/versions/${version}`, body);
const answered = ({ status, json }: Answer) => [status, json];

/** A condition of a schema. */
const when = (condition: object, consequence: object) =>
  Object.fromEntries([
    ['if', { properties: condition }],
    ['then', consequence],
  ]);

const withField = (field: object, more: object = {}) => ({
  ...{ text: '<p>{{ x }}</p>', title: 'T', kind: 'policy', sample: {} },
  schema: { type: 'object', properties: { x: field }, ...more },
});
const ONE = withField({ type: 'string' });
const nested = (depth: number): object =>
  depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } };
const many = (count: number) => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`f${index}`, { type: 'string' }]),
  ),
});

test.each<[what: string, body: object, message: string]>([
  [
    'a reference',
    withField({ $ref: '#/x', type: 'string' }),
    'schema.properties.x.$ref: not allowed; write the schema that it names in its place',
  ],
  [
    'a reference without a type',
    withField({ $ref: '#/x' }),
    'schema.properties.x.$ref: not allowed; write the schema that it names in its place',
  ],
  [
    'one of several schemas',
    withField({ oneOf: [{ type: 'string' }] }),
    'schema.properties.x.oneOf: not allowed; write one schema; for one of several values, enum',
  ],
  [
    'a pattern of a number',
    withField({ type: 'number', pattern: '1' }),
    'schema.properties.x.pattern: not allowed; leave it out; write enum for a choice, format for a date or an email, maxLength for a length',
  ],
  [
    'a pattern',
    withField({ type: 'string', pattern: '(a+)+$' }),
    'schema.properties.x.pattern: not allowed; leave it out; write enum for a choice, format for a date or an email, maxLength for a length',
  ],
  [
    'a default',
    withField({ type: 'string', default: 'x' }),
    'schema.properties.x.default: not allowed; leave it out; what the text prints when the field is left out belongs in the text',
  ],
  [
    'an unknown word',
    withField({ type: 'string', widget: 'x' }),
    'schema.properties.x.widget: not known; leave it out',
  ],
  [
    'a word of another type',
    withField({ type: 'string', minimum: 1 }),
    'schema.properties.x.minimum: a schema of type string has no such word; leave it out, or write type number',
  ],
  [
    'no type',
    withField({ title: 'X' }),
    'schema.properties.x.type: it must be one of object, array, string, number, integer, boolean',
  ],
  [
    'several types',
    withField({ type: ['string', 'null'] }),
    'schema.properties.x.type: it must be one of object, array, string, number, integer, boolean',
  ],
  [
    'a schema that is none',
    withField([] as object),
    'schema.properties.x: it must be a schema: an object with type',
  ],
  [
    'another format',
    withField({ type: 'string', format: 'uri' }),
    'schema.properties.x.format: write date or email, or leave it out',
  ],
  [
    'limits that contradict',
    withField({ type: 'string', minLength: 9, maxLength: 1 }),
    'schema.properties.x.minLength: it is more than maxLength; no value would be right',
  ],
  [
    'a negative length',
    withField({ type: 'string', maxLength: -1 }),
    'schema.properties.x.maxLength: it must be a whole number from 0',
  ],
  [
    'no choices',
    withField({ type: 'string', enum: [] }),
    'schema.properties.x.enum: it must have different values of type string, at most 500',
  ],
  [
    'choices of another type',
    withField({ type: 'integer', enum: [1.5] }),
    'schema.properties.x.enum: it must have different values of type integer, at most 500',
  ],
  [
    'a list of lists',
    withField({ type: 'array', items: { type: 'array', items: { type: 'string' } } }),
    'schema.properties.x.items: a list of lists is not allowed; make the entries objects',
  ],
  [
    'a list without entries',
    withField({ type: 'array' }),
    'schema.properties.x.items: it must be a schema: an object with type',
  ],
  [
    'a title with a mark that reorders',
    withField({ type: 'string', title: 'a\u202eb' }),
    'schema.properties.x.title: it must be a text of at most 200 characters, none of them invisible',
  ],
  [
    'another comment',
    withField({ type: 'string', $comment: 'x' }),
    'schema.properties.x.$comment: each line of it begins with "section: ", the heading above the field, with "help: ", or is "money: true"',
  ],
  [
    'a required field that there is not',
    withField({ type: 'string' }, { required: ['y'] }),
    'schema.required[0]: there is no field of this name beside it',
  ],
  [
    'a condition of another form',
    withField({ type: 'string' }, { dependencies: { x: ['x'] } }),
    'schema.dependencies.x: write {"if": {"properties": {"x": {"enum": […]}}}, "then": {"required": […]}}',
  ],
  [
    'a condition within one',
    withField(
      { type: 'string' },
      { dependencies: { x: when({ x: { const: 'a' } }, { required: [], if: {} }) } },
    ),
    'schema.dependencies.x: write {"if": {"properties": {"x": {"enum": […]}}}, "then": {"required": […]}}',
  ],
  [
    'a list as schema',
    { ...withField({}), schema: nested(0) },
    'schema: it must be an object with type object and properties, the fields of the data',
  ],
  [
    'fields that are too deep',
    { ...withField({}), schema: nested(5) },
    'schema.properties.a.properties.a.properties.a.properties.a.properties.a: fields are at most 4 deep; flatten them',
  ],
  [
    'too many fields',
    { ...withField({}), schema: many(301) },
    'schema.properties.f300: a schema has at most 300 fields',
  ],
  [
    'a schema that is too long',
    { ...withField({}), schema: { ...many(1), $id: 'x'.repeat(65_000), description: 'x'.repeat(1_000) } },
    'schema: it has more than 64 KiB; shorten its descriptions',
  ],
  [
    'a sample that the schema refuses',
    { ...withField({ type: 'integer' }, { required: ['x'] }), sample: { x: 'one' } },
    'sample.x: it must be an integer',
  ],
  [
    'a sample without what is required',
    withField({ type: 'integer' }, { required: ['x'] }),
    'sample.x: it is missing, and required',
  ],
  [
    'no sample',
    { text: '<p>x</p>', title: 'T', kind: 'policy', schema: many(1) },
    'sample: it must be an object: data with a value for every field',
  ],
  [
    'no title',
    { ...withField({ type: 'string' }), title: undefined },
    'title: it must be the name of the document, in one line of at most 120 characters',
  ],
])('%s is refused with its place and the cure', async (_what, body, message) => {
  expect(answered(await publish(body, '1.0.0', 'hostile'))).toEqual([
    422,
    {
      error: 'unprocessable',
      message: `The template cannot be published: ${message}`,
      faults: expect.arrayContaining([{ message }]),
    },
  ]);
  expect(answered(await send('POST', '/api/v1/texts/hostile/versions/1.0.0/check', body))).toEqual([
    200,
    { faults: expect.arrayContaining([{ message }]), warnings: [] },
  ]);
});

test.each(['__proto__', 'constructor', 'toString', 'not', 'true', 'None', '1st', 'a b', 'é', 'a'.repeat(65)])(
  'a field is not named %s',
  async (name) => {
    const body = withField({ type: 'string' });
    const json = JSON.stringify(body).replace('"x":', `${JSON.stringify(name)}:`);
    const refused = await send('PUT', '/api/v1/texts/hostile/versions/1.0.0', json);
    expect(answered(refused)).toMatchObject([
      422,
      { message: expect.stringMatching(/a name has letters, digits and _, begins with a letter/) },
    ]);
  },
);

test('what fits the limits is taken', async () => {
  const sample = { a: { a: { a: { a: 'deep' } } } };
  const body = { text: '<p>{{ a.a.a.a }}</p>', title: 'Deep', kind: 'policy', schema: nested(4), sample };
  expect((await publish(body, '1.0.0', 'deep')).status).toBe(201);
  const made = await send('POST', '/api/v1/documents/generate', {
    templateId: 'deep',
    custom: true,
    format: 'docx',
    data: sample,
  });
  expect(readWord(made.bytes).blocks).toEqual(['deep']);
  const wide = {
    text: '<p>{{ f299 }}</p>',
    title: 'Wide',
    kind: 'policy',
    schema: many(300),
    sample: { f299: 'last' },
  };
  expect((await publish(wide, '1.0.0', 'wide')).status).toBe(201);
});

test('a published schema of a company is taken again, and says as much as the first', async () => {
  const properties = {
    rent: { type: 'number', money: true, unit: 'a month', description: 'What is paid.' },
    currency: { type: 'string', const: 'USD' },
    agreed: { type: 'boolean', enum: [true] },
  };
  const first = {
    ...{ text: '<p>{{ rent }}</p>', title: 'Rent', kind: 'policy' },
    ...{ schema: { type: 'object', properties }, sample: { rent: 1.5 } },
  };
  expect((await publish(first, '1.0.0', 'rent')).status).toBe(201);
  const schemaOf = async (version: string) => {
    const { json } = await send(
      'GET',
      `/api/v1/templates/rent/versions/${version}/schema?custom=true`,
      undefined,
    );
    return json as { properties: object };
  };
  const schema = await schemaOf('1.0.0');
  expect(schema.properties).toMatchObject({
    rent: { $comment: 'help: What is paid. (a month)\nmoney: true' },
    agreed: { enum: [true] },
  });
  expect((await publish({ ...first, schema }, '2.0.0', 'rent')).status).toBe(201);
  expect((await schemaOf('2.0.0')).properties).toEqual(schema.properties);
  const data = { rent: 1.234, currency: 'USD', agreed: false };
  for (const version of ['1.0.0', '2.0.0'])
    expect(
      answered(
        await send('POST', '/api/v1/documents/validate', {
          ...{ templateId: 'rent', version, custom: true, format: 'pdf', data },
        }),
      ),
    ).toMatchObject([
      400,
      {
        details: {
          invalid_fields: [
            { field: 'rent', message: expect.stringMatching(/at most two decimals/) },
            { field: 'agreed', message: 'must be one of: true' },
          ],
        },
      },
    ]);
});

test.each<[what: string, templateId: string, body: object, status: number, message: RegExp]>([
  [
    'an id of the catalogue',
    'esg-policy',
    ONE,
    422,
    /^esg-policy is a template of the catalogue; send its text without title/,
  ],
  ['an id in capitals', 'Loan', ONE, 422, /^The templateId of a template of your own must be lower-case/],
  [
    'a text without a schema',
    'none',
    { text: '<p>x</p>' },
    404,
    /^There is no such template; templateId must be one of .*; or send title, kind, schema and sample too, for a template of your own$/,
  ],
])('%s is refused', async (_what, templateId, body, status, message) => {
  expect(answered(await publish(body, '1.0.0', templateId))).toMatchObject([
    status,
    { message: expect.stringMatching(message) },
  ]);
});
