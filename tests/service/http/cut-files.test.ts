import { Readable } from 'node:stream';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { Client } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutFiles, decodedBody } from '../../../src/service/http/cut-files.ts';
import { answerError } from '../../../src/service/http/error-handler.ts';
import { takeJson } from '../../../src/service/http/json-body.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify({ bodyLimit: 2_000 });
  app.decorateRequest('cuts', null);
  app.setErrorHandler(answerError);
  takeJson(app, 'validation_error');
  app.addHook('preParsing', cutFiles(['file', 'other'], 400_000));
  app.post('/', { bodyLimit: 400_000 }, async (request) => {
    const { body, files } = decodedBody(request);
    return {
      body,
      files: Object.fromEntries([...files].map(([name, file]) => [name, file?.toString('hex')])),
    };
  });
});
afterAll(() => app.close());

function piecesOf(body: string, size: number): Readable {
  const bytes = Buffer.from(body);
  const count = Math.ceil(bytes.length / size);
  return Readable.from(Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size)));
}

/** Sends the body in pieces of this size. */
async function send(body: string, size = body.length): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  return (await app.inject({ method: 'POST', url: '/', headers, payload: piecesOf(body, size) })).json();
}

const hex = (text: string) => Buffer.from(text).toString('hex');
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['{"file":"SGVsbG8="}', { file: '-' }, { file: hex('Hello') }],
  ['{"a":1,"f\\u0069le" : "SGVs\\nbG8\\u003d"}', { a: 1, file: '-' }, { file: hex('Hello') }],
  ['{"file":"Pz8\\/Pz8\\/"}', { file: '-' }, { file: hex('??????') }],
  ['{"file":"","other":" \\n"}', { file: '', other: '' }, {}],
  ['{"file":"%PDF","other":"SGVsbG8"}', { file: '-', other: '-' }, { other: hex('Hello') }],
  ['{"file":"SGVs=bG8="}', { file: '-' }, {}],
  ['{"file":"SGVs","file":"bG8="}', { file: '-' }, { file: hex('lo') }],
  ['{"file":7,"other":["SGVs"],"x":{"file":"SGVs"}}', { file: 7, other: ['SGVs'], x: { file: 'SGVs' } }, {}],
  ['{"file":{"a":"SGVs"},"other":null}', { file: { a: 'SGVs' }, other: null }, {}],
  ['["file","SGVs"]', ['file', 'SGVs'], {}],
])('%s', async (body, parsed, files) => {
  for (const size of [body.length, 7, 1]) expect(await send(body, size)).toEqual({ body: parsed, files });
});

test('a file of any length is the same in any pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.integer({ min: 1, max: 80 }),
      async (text, size) => {
        fc.pre(text !== '');
        const body = JSON.stringify({ before: '\\"{[', file: base64(text), after: 'é' });
        const rest = { before: '\\"{[', file: '-', after: 'é' };
        expect(await send(body, size)).toEqual({ body: rest, files: { file: hex(text) } });
      },
    ),
    { numRuns: 50 },
  );
  const long = 'x'.repeat(200_000);
  expect(await send(`{"file":"${base64(long)}"}`)).toEqual({
    body: { file: '-' },
    files: { file: hex(long) },
  });
});

const notJson = (column: number, line = 1) => ({
  error: 'validation_error',
  message: `The body must be JSON in UTF-8; it stops being JSON at line ${line}, column ${column}`,
  details: { missing_fields: [] },
});

test.each([
  ['{"file":"SGVsbG8=",}', notJson(20)],
  ['{"file":"é😀",}', notJson(15)],
  ['{"file":"SGVs', notJson(14)],
  ['{"file":"SG\\xs"}', notJson(13)],
  ['{"file":"SG\\u00g1"}', notJson(16)],
  ['{"file":"SG\nVs"}', notJson(12)],
  ['{"file":"SGVs"\n,"other":"SGVs"]', notJson(16, 2)],
])('%j is answered with the place in what was sent', async (body, expected) => {
  for (const size of [body.length, 1]) expect(await send(body, size)).toEqual(expected);
});

test('a body that is too long beside its files is refused, and its connection goes on', async () => {
  const tooLarge = { error: 'body_too_large', message: 'The body must not be larger than 2000 bytes' };
  const client = new Client(await app.listen({ port: 0, host: '127.0.0.1' }));
  const bodies = ['['.repeat(300_000), `{"file":"SGVs","a":"${'a'.repeat(300_000)}"}`, ' '.repeat(300_000)];
  for (const body of [...bodies, '{"file":"SGVs"}']) {
    const headers = { 'content-type': 'application/json' };
    const answer = await client.request({ method: 'POST', path: '/', headers, body });
    expect(await answer.body.json()).toEqual(
      body.length > 100 ? tooLarge : { body: { file: '-' }, files: { file: hex('Hel') } },
    );
  }
  await client.close();
});
