import { describe, expect } from 'vitest';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';

const ROUTES = ['generate', 'validate'];

const list = (count: number, value = '1') => `[${Array(count).fill(value).join()}]`;
const object = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`;
const text = (length: number) => JSON.stringify('x'.repeat(length));
const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);
const nestedObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** A request body with raw JSON as its `data`. */
const withData = (data: string) =>
  `{"templateId":"senior-backend-developer-agreement","format":"docx","data":${data}}`;

const excess = (field: string, message: string) => ({
  error: 'validation_error',
  message: `Invalid fields: ${field}.`,
  details: { missing_fields: [], invalid_fields: [{ field, message }] },
});
const tooDeep = (field: string) => excess(field, 'must be nested at most 12 levels deep');
const notRead = {
  error: 'validation_error',
  message: 'The body must be JSON in UTF-8; it stops being JSON at line 1, column 100001',
  details: { missing_fields: [] },
};

const post = (service: TestService, route: string, body: string) =>
  service.send(
    'POST',
    `/api/v1/documents/${route}`,
    { 'x-key': service.key, 'content-type': 'application/json' },
    body,
  );

describe.each(ROUTES)('the body limits of %s', (route) => {
  let service: TestService;
  test.beforeAll(async ({ service: shared }) => {
    service = shared;
    // The first request compiles the template, which takes longer.
    await post(service, route, withData('{}'));
  });

  test.each<[title: string, body: string, expected: unknown]>([
    ['100,000 brackets for data', withData(nested(100_000)), tooDeep('[0]'.repeat(11))],
    [
      '100,000 brackets in a field',
      withData(`{"duties":${nested(100_000)}}`),
      tooDeep(`duties${'[0]'.repeat(10)}`),
    ],
    ['100,000 brackets for a body', nested(100_000), tooDeep('[0]'.repeat(12))],
    ['100,000 brackets that nobody closes', '['.repeat(100_000), notRead],
    [
      '30,000 objects in one another',
      withData(nestedObjects(30_000)),
      tooDeep(Array(11).fill('a').join('.')),
    ],
    ['brackets in an unknown field', withData(`{"x":{"y":${nested(10)}}}`), tooDeep(`x.y${'[0]'.repeat(9)}`)],
    [
      '30,000 values',
      withData(`{"a":[${list(15, list(2_000))}]}`),
      excess('body', 'must have at most 20000 values in all'),
    ],
    [
      '2,001 entries',
      withData(`{"duties":${list(2_001, '"a"')}}`),
      excess('duties', 'must have at most 2000 entries'),
    ],
    ['100,000 entries of a body', list(100_000), excess('body', 'must have at most 2000 entries')],
    ['501 keys', withData(object(501)), excess('data', 'must have at most 500 keys')],
    [
      '501 keys of an entry',
      withData(`{"parties":[1,${object(501)}]}`),
      excess('parties[1]', 'must have at most 500 keys'),
    ],
    [
      '65,537 characters',
      withData(`{"firstName":${text(65_537)}}`),
      excess('firstName', 'must have at most 65536 characters'),
    ],
    ['200,000 characters', withData(text(200_000)), excess('data', 'must have at most 65536 characters')],
    [
      'a templateId of 200,000 characters',
      `{"templateId":${text(200_000)},"format":"pdf","data":{}}`,
      excess('templateId', 'must have at most 65536 characters'),
    ],
    [
      'an excess under unknown keys',
      withData(`{"<b>":{${text(100_000)}:[${text(65_537)}]}}`),
      excess('….…[0]', 'must have at most 65536 characters'),
    ],
  ])('%s are 400 that names the place and the limit', async (_title, body, expected) => {
    const answer = await post(service, route, body);
    expect([answer.status, answer.json]).toEqual([400, expected]);
  });

  test.each([
    ['levels', withData(`{"unknown":${nested(10)}}`)],
    ['values', withData(`{"unknown":[${Array(10).fill(list(1_980)).join()}]}`)],
    ['entries', withData(`{"unknown":${list(2_000)}}`)],
    ['keys', withData(object(500))],
    ['characters', withData(`{"unknown":${text(65_536)}}`)],
  ])('accept the maximum number of %s', async (_what, body) => {
    expect((await post(service, route, body)).status).toBe(200);
  });
});
