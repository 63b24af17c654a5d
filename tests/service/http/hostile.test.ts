import { describe, expect } from 'vitest';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';

describe('hostile input', () => {
  let service: TestService;
  test.beforeAll(({ service: shared }) => {
    service = shared;
  });

  /** Equal requests give equal bytes only if they name the moment. */
  const options = { at: '2026-11-22T18:00:00Z' };
  const agreement = (data: unknown, format = 'docx') =>
    service.generate({ templateId: 'senior-backend-developer-agreement', format, data, options });

  const post = (body: string) =>
    service.send(
      'POST',
      '/api/v1/documents/generate',
      { 'x-key': service.key, 'content-type': 'application/json' },
      body,
    );

  /** A request body with raw JSON as its `data`. */
  const withData = (data: string) =>
    `{"templateId":"senior-backend-developer-agreement","format":"docx","options":${JSON.stringify(options)},"data":${data}}`;

  test('refuses 100,000 duties by the size of the body', async () => {
    expect((await agreement({ duties: Array(100_000).fill('a') })).status).toBe(413);
  });

  test('refuses a list with too many entries, and names it', async () => {
    const answer = await agreement({ duties: Array(2_001).fill('a') });
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        error: 'validation_error',
        message: 'Invalid fields: duties.',
        details: {
          missing_fields: [],
          invalid_fields: [{ field: 'duties', message: 'must have at most 2000 entries' }],
        },
      },
    ]);
  });

  test('prints 2,000 duties', async () => {
    const answer = await agreement({ duties: Array(2_000).fill('Keep the lights on') }, 'pdf');
    expect(answer.status).toBe(200);
  });

  test('ignores unknown keys down to the maximum nesting depth', async () => {
    // Twelve levels, including the body and `data`.
    const deep = `${'['.repeat(10)}${']'.repeat(10)}`;
    expect((await post(withData(`{"unknown":${deep}}`))).status).toBe(200);
  });

  test.each([
    ['__proto__', '{"__proto__":{"firstName":"Eve"}}', '1'],
    ['an escaped __proto__', '{"\\u005f_proto__":{"firstName":"Eve"}}', '1'],
    ['constructor', '{"constructor":{"prototype":{"firstName":"Eve"}}}', '1'],
    ['toString and hasOwnProperty', '{"toString":1,"hasOwnProperty":2}', '2'],
  ])('ignores the key %s like any other unknown key, with a warning', async (_case, data, warnings) => {
    const answer = await post(withData(data));
    expect([answer.status, answer.bytes, answer.headers['x-warnings']]).toEqual([
      200,
      (await agreement({})).bytes,
      warnings,
    ]);
    expect(Object.hasOwn(Object.prototype, 'firstName')).toBe(false);
  });

  test.each([
    ['a lone high surrogate', '"A\\ud800B"'],
    ['a lone low surrogate', '"A\\udc00B"'],
    ['NUL', '"A\\u0000B"'],
    ['a control character', '"A\\u0007B"'],
    ['a non-character', '"A\\uffffB"'],
    ['a bidirectional override', '"A\\u202eB"'],
  ])('refuses %s, and names the field', async (_case, json) => {
    const answer = await post(withData(`{"firstName":${json}}`));
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        error: 'validation_error',
        message: 'Invalid fields: firstName.',
        details: {
          missing_fields: [],
          invalid_fields: [
            {
              field: 'firstName',
              message:
                'must be free of control characters, bidirectional overrides and broken Unicode; ' +
                'a line break and a tab are allowed',
            },
          ],
        },
      },
    ]);
  });

  test.each([
    ['right-to-left text', 'محمد الأمين'],
    ['astral text', '𝒜𝒹𝒶 😀'],
    ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['template syntax', '{{ 7*7 }}{% for x in y %}'],
    ['an end of CDATA', ']]>'],
    ['a name of 10,000 letters', 'n'.repeat(10_000)],
  ])('prints %s as a name in both formats', async (_case, firstName) => {
    expect((await agreement({ firstName }, 'pdf')).status).toBe(200);
    expect((await agreement({ firstName }, 'docx')).status).toBe(200);
  });

  test.each([
    '/nothing',
    '/api/v1',
    '/api/v1/documents/generate/more',
    '/%zz',
    '/admin/v1/nothing',
    '/docs/../../etc/passwd',
  ])('answers 404 in JSON to GET %s', async (path) => {
    const answer = await service.send('GET', path, { authorization: `Bearer ${service.adminToken}` });
    expect([answer.status, answer.json]).toEqual([
      404,
      { error: 'route_not_found', message: 'No such route; GET /docs lists the routes' },
    ]);
  });

  test('still generates documents after all of this', async () => {
    expect((await agreement({ firstName: 'Ada' }, 'pdf')).status).toBe(200);
  });
});
