import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, startEmbedded, type TestService } from '../service.ts';

interface Operation {
  readonly security: readonly object[];
  readonly requestBody?: { readonly content: Record<string, { readonly example?: object }> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Record<string, { schema: object }> }>
  >;
}

interface Description {
  readonly components: { readonly securitySchemes: object };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const DOCUMENTS = ['200', '400', '401', '403', '404', '413', '415', '429', '500', '503'];
const LIST = ['200', '304', '401', '403', '429', '500', '503'];
const ONE = ['200', '304', '401', '403', '404', '429', '500', '503'];

const OPERATIONS: readonly [method: string, path: string, statuses: string[]][] = [
  ['post', '/api/v1/documents/generate', DOCUMENTS],
  ['post', '/api/v1/documents/validate', DOCUMENTS],
  ['get', '/api/v1/countries', LIST],
  ['get', '/api/v1/templates', LIST],
  ['get', '/api/v1/templates/{templateId}', ONE],
  ['get', '/api/v1/templates/{templateId}/versions/{version}/schema', ONE],
  ['get', '/api/v1/templates/{templateId}/versions/{version}/sample', ONE],
];

describe('the interface description', () => {
  let service: TestService;
  let description: Description;
  beforeAll(async () => {
    service = await startEmbedded({ RATE_LIMIT_PER_MINUTE: '20' });
    description = (await service.send('GET', '/openapi.json')).json as Description;
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test('has every route for companies, and no other', () => {
    const described = Object.entries(description.paths)
      .filter(([path]) => path.startsWith('/api/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
    expect(described.sort()).toEqual(OPERATIONS.map(([method, path]) => `${method} ${path}`).sort());
  });

  test.each(OPERATIONS)('says of %s %s how it is secured and what it answers', (method, path, statuses) => {
    const operation = description.paths[path]?.[method];
    expect(operation?.security).toEqual([{ companyKey: [] }]);
    expect(Object.keys(operation?.responses ?? {})).toEqual(statuses);
    for (const { description } of Object.values(operation?.responses ?? {}))
      expect(description).toMatch(/\.$/);
    expect(description.components.securitySchemes).toMatchObject({
      companyKey: { type: 'apiKey', in: 'header', name: 'X-Key' },
    });
  });

  /** Whether an answer is described: its status, and the whole of its body. */
  function check(path: string, method: string, { status, json }: Answer): void {
    const described = description.paths[path]?.[method]?.responses[status];
    const schema = described?.content?.['application/json']?.schema;
    const ajv = new Ajv({ allErrors: true });
    expect([path, status, schema && ajv.validate(closed(schema), json), ajv.errors]).toEqual([
      path,
      status,
      true,
      null,
    ]);
  }

  test('has an example of a request that can be sent as it stands', async () => {
    const path = '/api/v1/documents/generate';
    const { example } = description.paths[path]?.post?.requestBody?.content['application/json'] ?? {};
    const answer = await service.send('POST', path, { 'x-key': service.key }, example);
    expect([answer.status, answer.headers['x-warnings'], answer.headers['x-blanks']]).toEqual([
      200,
      '0',
      '0',
    ]);
  });

  test('is a page that takes nothing from elsewhere and stands in no frame', async () => {
    const { headers, bytes } = await service.send('GET', '/docs');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/);
    expect(bytes.toString()).toContain('<title>Document generation service</title>');
    expect(bytes.toString()).not.toMatch(/https?:/);
  });

  test('describes every error body', async () => {
    const path = '/api/v1/documents/validate';
    const post = (body: unknown, headers: Record<string, string> = { 'x-key': service.key }) =>
      service.send('POST', path, headers, body);
    const nda = { templateId: 'non-disclosure-agreement', format: 'pdf', data: {} };
    const answers = [
      await post(nda, {}),
      await post(nda, { 'x-key': 'secret' }),
      await post('x', { 'x-key': service.key, 'content-type': 'text/plain' }),
      await post({ ...nda, data: { project: 'x'.repeat(300_000) } }),
      await post('{'),
      await post({ ...nda, data: { governingLaw: 5 } }),
      await post({ ...nda, templateId: 'x' }),
      await post({ ...nda, data: { parties: [] } }),
      await post({ ...nda, data: { parties: [{}] } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 415, 413, 400, 400, 404, 500, 200]);
    for (const answer of answers) check(path, 'post', answer);
  });

  test('describes every answer of the catalogue', async () => {
    const templates = '/api/v1/templates';
    const get = (path: string) => service.send('GET', path, { 'x-key': service.key });
    check(templates, 'get', await get(templates));
    check(`${templates}/{templateId}`, 'get', await get(`${templates}/esg-policy`));
    check(`${templates}/{templateId}`, 'get', await get(`${templates}/x`));
    check(templates, 'get', await service.send('GET', templates));
    let last = await get(templates);
    for (let count = 0; last.status === 200 && count < 20; count++) last = await get(templates);
    expect(last.status).toBe(429);
    check(templates, 'get', last);
  });
});

/** The schema, with no room for a field that it does not describe. */
function closed(schema: unknown): object {
  return JSON.parse(
    JSON.stringify(schema, (_key, value) =>
      value?.type === 'object' && Object.keys(value.properties ?? {}).length > 0
        ? { ...value, additionalProperties: false }
        : value,
    ),
  );
}
