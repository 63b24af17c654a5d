import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect } from 'vitest';
import type { Answer, TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';

const NDA = {
  templateId: 'non-disclosure-agreement',
  title: 'Non-disclosure agreement',
  kind: 'agreement',
  latestVersion: '1.0.0',
  versions: ['1.0.0'],
  customVersions: [],
};

/** templateId → versions, according to the contract. */
const CONTRACT: Readonly<Record<string, string[]>> = {
  'construction-diesel-mechanic-agreement': ['1.0.0', '2.0.0'],
  'environmental-policy': ['1.0.0'],
  'esg-policy': ['1.0.0'],
  'junior-devops-engineer-agreement': ['1.0.0', '2.0.0'],
  'labour-policy': ['1.0.0'],
  'non-disclosure-agreement': ['1.0.0'],
  'senior-backend-developer-agreement': ['1.0.0', '2.0.0'],
  'studio-booking-agreement': ['1.0.0'],
  'supplier-agreement': ['1.0.0'],
};

const ROUTES = [
  '/api/v1/templates',
  `/api/v1/templates/${NDA.templateId}`,
  `/api/v1/templates/${NDA.templateId}/versions/1.0.0/schema`,
  `/api/v1/templates/${NDA.templateId}/versions/latest/sample`,
];

describe('the catalogue', () => {
  let service: TestService;
  test.beforeAll(({ service: shared }) => {
    service = shared;
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    service.send('GET', path, { 'x-key': service.key, ...headers });

  test('lists every template with its versions', async () => {
    const { status, json } = await get('/api/v1/templates');
    const { templates } = json as { templates: (typeof NDA)[] };
    expect([status, templates.find(({ templateId }) => templateId === NDA.templateId)]).toEqual([200, NDA]);
    expect(templates).toEqual(
      Object.entries(CONTRACT).map(([templateId, versions]) => ({
        templateId,
        title: expect.stringMatching(/^[A-Z][\w(), -]+$/),
        kind: templateId.endsWith('-policy') ? 'policy' : 'agreement',
        latestVersion: versions.at(-1),
        versions,
        ...(versions.length > 1 && {
          changes: { '2.0.0': expect.stringMatching(/^Adds definitions, .*\. .*; the data is the same\.$/) },
        }),
        customVersions: [],
      })),
    );
  });

  test('shows one template', async () => {
    const answer = await get(`/api/v1/templates/${NDA.templateId}`);
    expect([answer.status, answer.json]).toEqual([200, NDA]);
  });

  test.each(
    Object.entries(CONTRACT).flatMap(([templateId, versions]) =>
      ['latest', ...versions].map((version) => [templateId, version] as const),
    ),
  )('the sample of %s %s is valid and generates a document', async (templateId, version) => {
    const versions = `/api/v1/templates/${templateId}/versions`;
    const [schema, sample] = await Promise.all([
      get(`${versions}/${version}/schema`),
      get(`${versions}/${version}/sample`),
    ]);
    const exact = version === 'latest' ? CONTRACT[templateId]?.at(-1) : version;
    expect([schema.status, sample.status, schema.json]).toMatchObject([
      200,
      200,
      { $id: `${versions}/${exact}/schema` },
    ]);
    const ajv = new Ajv({ strict: true });
    addFormats.default(ajv);
    expect(ajv.validate(schema.json as object, sample.json)).toBe(true);
    const made = await service.generate({ templateId, version: exact, format: 'docx', data: sample.json });
    expect([made.status, made.headers['x-template-version']]).toEqual([200, exact]);
  });

  test("answers the schema and the sample of a company's own version when it is asked for", async () => {
    const versions = '/api/v1/templates/junior-devops-engineer-agreement/versions';
    const of = async (version: string, query: string) => {
      const [schema, sample] = await Promise.all(
        ['schema', 'sample'].map((part) => get(`${versions}/${version}/${part}${query}`)),
      );
      return { status: schema?.status, schema: schema?.json as object, sample: sample?.json };
    };
    for (const version of ['1.0.0', '9.0.0']) {
      const { status } = await service.send(
        'PUT',
        `/admin/v1/companies/${service.companyId}/templates/junior-devops-engineer-agreement/versions/${version}`,
        { authorization: `Bearer ${service.adminToken}`, 'content-type': 'text/html' },
        `<h1>Our own ${version}</h1>`,
      );
      expect(status).toBe(201);
    }
    // The text 9.0.0 has the schema that was the latest when it was published.
    for (const [own, based] of [
      ['1.0.0', '1.0.0'],
      ['9.0.0', '2.0.0'],
      ['latest', '2.0.0'],
    ] as const) {
      const { schema, sample } = await of(based, '');
      const exact = own === 'latest' ? '9.0.0' : own;
      const $id = `${versions}/${exact}/schema?custom=true`;
      const description = (schema as { description: string }).description.replace(
        `version ${based}`,
        `version ${exact}`,
      );
      expect(await of(own, '?custom=true')).toEqual({
        status: 200,
        schema: { ...schema, $id, description },
        sample,
      });
    }
    const kept = await get(`${versions}/9.0.0/schema?custom=true`);
    expect(kept.headers['cache-control']).toBe('private, no-cache');
    expect((await get(`${versions}/9.0.0/schema?custom=false`)).status).toBe(404);
    expect((await get(`${versions}/2.0.0/schema?custom=true`)).json).toEqual({
      status: 'error',
      message:
        "Template not found: your company's override of junior-devops-engineer-agreement has the versions 9.0.0, 1.0.0",
    });
    const wrong = await get(`${versions}/9.0.0/schema?custom=yes`);
    expect([wrong.status, wrong.json]).toMatchObject([
      400,
      { details: { missing_fields: [], invalid_fields: [{ field: 'custom', message: expect.any(String) }] } },
    ]);
  });

  test.each([
    ['an unknown template', 'nothing', 'templateId must be one of construction-diesel-mechanic-agreement, '],
    ['a property of every object', 'constructor', 'templateId must be one of '],
    ['a very long name', 'x'.repeat(5_000), 'templateId must be one of '],
    ['a name with a slash in it', '..%2F..%2Fetc', 'templateId must be one of '],
    [
      'an unknown version',
      `${NDA.templateId}/versions/9.9.9/schema`,
      `${NDA.templateId} has the versions 1.0.0`,
    ],
    [
      'a version in another format',
      `${NDA.templateId}/versions/1.0/sample`,
      `${NDA.templateId} has the versions 1.0.0`,
    ],
  ])('answers 404 to %s, and names the known ones', async (_case, path, cure) => {
    const answer = await get(`/api/v1/templates/${path}`);
    expect([answer.status, answer.json]).toEqual([
      404,
      { status: 'error', message: expect.stringContaining(`Template not found: ${cure}`) },
    ]);
  });

  test.each(ROUTES)('GET %s requires a key', async (path) => {
    const answers = await Promise.all([service.send('GET', path), get(path, { 'x-key': 'secret' })]);
    expect(answers.map(({ status, json }) => [status, json])).toEqual([
      [401, { error: 'Unauthorized: the X-Key header is missing; send your company API key in it' }],
      [403, { error: 'Forbidden: invalid or revoked API key' }],
    ]);
  });

  test.each([
    ...ROUTES.slice(0, 2).map((path) => [path, 'private, no-cache'] as const),
    ...ROUTES.slice(2).map((path) => [path, 'private, max-age=60'] as const),
  ])(
    'GET %s may be cached only by the caller, and answers 304 if nothing has changed',
    async (path, kept) => {
      const first = await get(path);
      const { etag, vary, 'cache-control': cacheControl } = first.headers;
      expect([etag, vary, cacheControl]).toEqual([expect.stringMatching(/^"[\w-]{43}"$/), 'X-Key', kept]);
      for (const tags of [`${etag}`, `"other", W/${etag}`, '*']) {
        const again = await get(path, { 'if-none-match': tags });
        expect([again.status, again.bytes.byteLength, again.headers.etag]).toEqual([304, 0, etag]);
      }
      const changed = await get(path, { 'if-none-match': '"other"' });
      expect([changed.status, changed.bytes]).toEqual([200, first.bytes]);
    },
  );

  describe('POST /api/v1/documents/validate', () => {
    const post = (route: string, body: unknown, headers: Record<string, string> = { 'x-key': service.key }) =>
      service.send('POST', `/api/v1/documents/${route}`, headers, body);
    const valid = { templateId: NDA.templateId, format: 'pdf', data: { parties: [{ rcName: 'Acme' }] } };

    test('accepts a valid request', async () => {
      const answer = await post('validate', valid);
      const blanks = ['parties[0].rcCountry', 'parties[0].rcNumber', 'parties[0].rcAddress'];
      expect([answer.status, answer.json]).toMatchObject([200, { valid: true, warnings: [] }]);
      expect((answer.json as { blanks: string[] }).blanks).toEqual(expect.arrayContaining(blanks));
    });

    test.each<[title: string, body: unknown, status: number, headers?: Record<string, string>]>([
      ['no key', valid, 401, {}],
      ['a wrong key', valid, 403, { 'x-key': 'secret' }],
      ['another content type', 'x', 415, { 'content-type': 'text/plain' }],
      ['a body over the limit', { ...valid, data: { project: 'x'.repeat(300_000) } }, 413],
      ['a body that is not JSON', '{', 400],
      ['no body', '', 400],
      ['an array as the body', [], 400],
      ['nothing in the body', {}, 400],
      ['wrong fields of the body', { ...valid, format: 'odt', custom: 1 }, 400],
      ['an unknown template', { ...valid, templateId: 'x' }, 404],
      ['an unknown version', { ...valid, version: '7.0.0' }, 404],
      ['no override', { ...valid, custom: true }, 404],
      ['an empty required list', { ...valid, data: { parties: [] } }, 500],
      ['faults in the data', { ...valid, data: { parties: [{ rcName: 5 }], governingLaw: 'Narnia' } }, 400],
    ])('%s is answered as generate answers it', async (_case, body, status, headers = {}) => {
      const key = status === 401 ? {} : { 'x-key': service.key };
      const [validated, generated] = (await Promise.all(
        ['validate', 'generate'].map((route) => post(route, body, { ...key, ...headers })),
      )) as [Answer, Answer];
      expect([validated.status, validated.json]).toEqual([status, generated.json]);
      expect(generated.status).toBe(status);
    });
  });
});
