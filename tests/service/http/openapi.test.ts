import { sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import published from '../../../clients/openapi.json' with { type: 'json' };
import { FAILURES } from '../../../src/errors.ts';
import { ONE_PAGE, withTable } from '../../received/seal/make-pdf.ts';
import { ACME } from '../../received/seal/sealing.ts';
import { type Answer, startEmbedded, type TestService } from '../../service.ts';

interface Described {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema?: object; readonly example?: object }>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly examples?: Readonly<Record<string, object>> }>>;
  };
  readonly responses: Readonly<Record<string, object>>;
}

interface OpenApi {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const GENERATE = '/api/v1/documents/generate';
const VALIDATE = '/api/v1/documents/validate';
const COMPARE = '/api/v1/documents/compare';
const SEAL = '/api/v1/documents/seal';
const PREVIEW = '/api/v1/documents/preview';

const DOCUMENTS = '200 400 401 403 404 405 408 413 415 429 431 500 503';
const SEALS = DOCUMENTS.replace('404 ', '').replace('415', '415 422');
const LIST = '200 304 401 403 405 408 429 431 500 503';
const VERSION = '200 304 400 401 403 404 405 408 429 431 500 503';

const KEY = '200 401 403 405 408 429 431 500 503';

const TEXT = '/api/v1/texts/{templateId}/versions/{version}';

const OPERATIONS: readonly [method: string, path: string, statuses: string][] = [
  ['post', GENERATE, DOCUMENTS],
  ['post', VALIDATE, DOCUMENTS],
  ['post', COMPARE, DOCUMENTS],
  ['post', PREVIEW, DOCUMENTS.replace(' 429', '').replace('415', '415 422')],
  ['post', `${SEAL}/prepare`, SEALS],
  ['post', `${SEAL}/complete`, SEALS],
  ['post', '/api/v1/documents/read', SEALS],
  ['get', '/api/v1/documents', KEY.replace('200', '200 400')],
  ['get', '/api/v1/documents/{documentId}', KEY.replace('200', '200 400').replace('403', '403 404')],
  ['get', '/api/v1/templates', LIST.replace('304', '304 400')],
  ['get', '/api/v1/countries', LIST],
  ['get', '/api/v1/templates/{templateId}', VERSION],
  ['get', '/api/v1/templates/{templateId}/versions/{version}/schema', VERSION],
  ['get', '/api/v1/templates/{templateId}/versions/{version}/sample', VERSION],
  ['get', '/api/v1/templates/{templateId}/versions/{version}/cases', VERSION],
  ['get', '/api/v1/templates/{templateId}/versions/{version}/text', VERSION],
  ['get', '/api/v1/templates/{templateId}/versions/{version}/parts', VERSION],
  ['get', '/api/v1/key', KEY],
  ['post', `${TEXT}/check`, '200 401 403 404 405 408 413 415 422 431 500 503'],
  ['post', `${TEXT}/approve`, '204 401 403 404 405 408 409 429 431 500 503'],
  ['post', `${TEXT}/send-back`, '204 401 403 404 405 408 409 413 415 422 429 431 500 503'],
  ['put', TEXT, '200 201 401 403 404 405 408 409 413 415 422 429 431 500 503'],
  ['get', TEXT, KEY.replace('403', '403 404')],
  ['delete', TEXT, `204 ${KEY.replace('200 ', '').replace('403', '403 404')}`],
  ['get', '/api/v1/texts', KEY.replace('403', '403 404')],
  ['post', '/api/v1/texts/check', KEY.replace('403', '403 404')],
  ['delete', '/api/v1/texts/{templateId}', `204 ${KEY.replace('200 ', '').replace('403', '403 404')}`],
];

/** Headers of the connection and of the body, which an interface does not describe. */
const TRANSPORT = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'];

describe('the interface description', () => {
  let service: TestService;
  let text: string;
  let description: OpenApi;
  let ajv: Ajv2020;
  beforeAll(async () => {
    service = await startEmbedded({ RATE_LIMIT_PER_MINUTE: '120' });
    text = (await service.send('GET', '/openapi.json')).bytes.toString();
    description = JSON.parse(text);
    // Ajv only warns of a format that it does not know.
    const refuse = (message: unknown) => {
      throw new Error(String(message));
    };
    ajv = new Ajv2020({
      ...{ allErrors: true, strict: false },
      logger: { log: refuse, warn: refuse, error: refuse },
    });
    addFormats.default(ajv);
    ajv.addSchema(description, 'open');
    ajv.addSchema(closed(description), 'closed');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  /** The target of a reference. */
  function resolve<Value>(value: object): Value {
    const { $ref } = value as { $ref?: string };
    if ($ref === undefined) return value as Value;
    const [kind = '', name = ''] = $ref.replace('#/components/', '').split('/');
    return description.components[kind]?.[name] as Value;
  }

  const operations = () => Object.values(description.paths).flatMap((methods) => Object.values(methods));
  const company = () => ({ 'x-key': service.key });

  test('is equal to clients/openapi.json, which linters and generators read, and `npm run generate` writes', () => {
    expect(JSON.stringify(description)).toBe(JSON.stringify(published));
  });

  test('lists the routes for callers first and those for operators last', () => {
    const order = description.tags.map(({ name }) => name);
    expect(order).toEqual(['documents', 'catalogue', 'texts', 'administration', 'operations']);
    const tags = operations().flatMap(({ tags }) => tags);
    expect(tags).toEqual(tags.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)));
  });

  test('has exactly the routes for companies', () => {
    const described = Object.entries(description.paths)
      .filter(([path]) => path.startsWith('/api/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
    expect(described).toEqual(OPERATIONS.map(([method, path]) => `${method} ${path}`));
  });

  test('has a unique name for every operation', () => {
    const names = operations().map(({ operationId }) => operationId);
    expect(
      names.filter((name, index) => !/^[a-z]+[A-Za-z]+$/.test(name) || names.indexOf(name) !== index),
    ).toEqual([]);
  });

  test.each(OPERATIONS)('describes the security and the responses of %s %s', (method, path, statuses) => {
    const operation = description.paths[path]?.[method];
    expect(operation?.security).toEqual([{ companyKey: [] }]);
    expect(Object.keys(operation?.responses ?? {}).join(' ')).toBe(statuses);
  });

  test('ends every description with a full stop', () => {
    const { components, ...rest } = description;
    const ours = JSON.stringify([rest, { ...components, examples: {} }]);
    const descriptions = Array.from(
      ours.matchAll(/"description":("(?:[^"\\]|\\.)*")/g),
      ([, quoted = '""']) => JSON.parse(quoted),
    );
    expect(descriptions.length).toBeGreaterThan(500);
    expect(descriptions.filter((words) => !words.endsWith('.'))).toEqual([]);
  });

  test('has an example of every error code of the described paths', () => {
    const shown = Object.values(description.components.responses ?? {}).map((response) => {
      const { example } = (response as Described).content?.['application/json'] ?? {};
      return (example as { error?: string }).error;
    });
    const unknownPath = ['malformed_request', 'route_not_found', 'request_refused'];
    const coded = Object.entries(FAILURES).filter(([, { shape }]) => shape === 'error and message');
    expect(coded.map(([code]) => code).filter((code) => !shown.includes(code))).toEqual(unknownPath);
  });

  const exampleOf = ({ components }: OpenApi, name: string) =>
    (components.examples?.[name] as { readonly value: object } | undefined)?.value;
  const isRequest = (value: unknown) =>
    ajv.validate({ $ref: 'open#/components/schemas/GenerationRequest' }, value);

  test('has a valid example request for every version of every template, without warnings or blanks', async () => {
    const { examples = {} } =
      description.paths[GENERATE]?.post?.requestBody?.content['application/json'] ?? {};
    const names = Object.keys(examples);
    expect(names[0]).toBe('non-disclosure-agreement');
    expect(names.toSorted()).toEqual(Object.keys(description.components.examples ?? {}));
    expect(names.length).toBeGreaterThanOrEqual(12);
    for (const name of names) {
      const request = exampleOf(description, name) as { templateId: string; version?: string; data: object };
      const { templateId, version = 'latest', data } = request;
      const sample = `/api/v1/templates/${templateId}/versions/${version}/sample`;
      expect((await service.send('GET', sample, company())).json).toEqual(data);
      const { status, json } = await service.send('POST', VALIDATE, company(), request);
      expect([name, isRequest(request), status, json]).toEqual([
        name,
        true,
        200,
        { valid: true, warnings: [], blanks: [] },
      ]);
    }
  });

  test.each([
    ['an empty list', { data: { parties: [] } }, false],
    ['a wrong type', { data: { parties: 'Ada' } }, false],
    ['an unknown version', { version: '9.0.0' }, false],
    ['a custom version', { version: '9.0.0', custom: true }, true],
    ['the latest', { version: 'latest' }, true],
  ])('has a schema that decides on a request with %s', (_, change, isRight) => {
    expect(isRequest({ ...exampleOf(description, 'non-disclosure-agreement'), ...change })).toBe(isRight);
  });

  test('has no object with allOf, whose fields generators join with unknown', () => {
    const schemas = Object.entries(description.components.schemas ?? {});
    expect(schemas.length).toBeGreaterThan(30);
    expect(schemas.filter(([, schema]) => 'properties' in schema && 'allOf' in schema)).toEqual([]);
  });

  test('has null wherever the service takes it, and only in requests', async () => {
    const { parties } = (
      exampleOf(description, 'non-disclosure-agreement') as { data: { parties: object[] } }
    ).data;
    const request = {
      templateId: 'non-disclosure-agreement',
      format: 'pdf',
      ...{ version: null, custom: null, strict: null, options: { paper: null, draft: null } },
      data: { parties: [{ ...parties[0], rcName: null }], effectiveDate: null, governingLaw: null },
    };
    for (const body of [request, { ...request, options: null }]) {
      const { status } = await service.send('POST', VALIDATE, company(), body);
      expect([isRequest(body), status]).toEqual([true, 200]);
    }
    const path = '/admin/v1/companies/{companyId}/profile';
    const profile = { legalName: 'Acme', logo: null, paper: null, footer: null };
    const at = (pointer: string) => ({ $ref: `open#/paths/${path.replaceAll('/', '~1')}/put/${pointer}` });
    const json = 'content/application~1json/schema';
    const { status } = await service.admin('PUT', '/companies/acme/profile', profile);
    await service.admin('DELETE', '/companies/acme/profile');
    expect([
      status,
      ajv.validate(at(`requestBody/${json}`), profile),
      ajv.validate(at(`responses/200/${json}`), profile),
    ]).toEqual([200, true, false]);
  });

  /** Checks that a response is described: its status, all its headers, and every field of its body. */
  function check(method: string, path: string, { status, headers, bytes }: Answer): void {
    const operation = description.paths[path]?.[method];
    const at = [method, path, status];
    const described = resolve<Described>(operation?.responses[status] ?? { $ref: '#/components/none/none' });
    const names = Object.keys(headers).filter((name) => !TRANSPORT.includes(name));
    const known = Object.entries(described?.headers ?? {}).map(
      ([name, header]) => [name.toLowerCase(), resolve<{ required?: boolean }>(header).required] as const,
    );
    expect([at, names.filter((name) => !known.some(([one]) => one === name))]).toEqual([at, []]);
    const absent = known.filter(([name, required]) => required && headers[name] === undefined);
    expect([at, absent]).toEqual([at, []]);
    const [type = ''] = String(headers['content-type'] ?? '').split(';');
    expect([at, Object.keys(described.content ?? { '': {} })]).toEqual([at, expect.arrayContaining([type])]);
    const schema = described.content?.[type]?.schema;
    if (type !== 'application/json' || schema === undefined) return;
    const whole = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"closed#/'));
    expect([at, ajv.validate(closed(whole), JSON.parse(bytes.toString())), ajv.errors]).toEqual([
      at,
      true,
      null,
    ]);
  }

  const nda = { templateId: 'non-disclosure-agreement', format: 'pdf', data: {} };
  const party = { parties: [{}] };

  test('describes every response of the document routes', async () => {
    const post = (body: unknown, headers: Record<string, string> = company(), path = VALIDATE) =>
      service.send('POST', path, headers, body);
    const answers = [
      await post(nda, {}),
      await post(nda, { 'x-key': 'secret' }),
      await post('x', { ...company(), 'content-type': 'text/plain' }),
      await post({ ...nda, data: { project: 'x'.repeat(300_000) } }),
      await post('{'),
      await post({ ...nda, data: { governingLaw: 5 } }),
      await post({ ...nda, templateId: 'x' }),
      await post({ ...nda, data: { parties: [] } }),
      await post({ ...nda, data: { ...party, ndaDuration: '3' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 415, 413, 400, 400, 404, 500, 200]);
    for (const answer of answers) check('post', VALIDATE, answer);
    for (const format of ['pdf', 'docx'])
      check('post', GENERATE, await post({ ...nda, format, data: party }, company(), GENERATE));
    check('post', GENERATE, await service.send('PUT', GENERATE, company()));
    const { templateId } = nda;
    for (const body of [{ templateId, data: {} }, { templateId }, { templateId: 'x', data: {} }])
      check('post', PREVIEW, await post(body, company(), PREVIEW));
    const [from, to] = [{ data: {} }, { data: party }];
    for (const body of [
      { templateId, from: to, to },
      { templateId, from, to },
      { templateId: 'x', from, to },
    ])
      check('post', COMPARE, await post(body, company(), COMPARE));
  });

  test('describes every response of the routes that seal a file', async () => {
    const post = async (step: string, body: unknown, headers: Record<string, string> = company()) => {
      const answer = await service.send('POST', `${SEAL}/${step}`, headers, body);
      check('post', `${SEAL}/${step}`, answer);
      return answer;
    };
    const file = withTable(ONE_PAGE).toString('base64');
    const prepared = await post('prepare', { file, certificates: [ACME.pem] });
    const { toSign, ...seal } = prepared.json as { prepared: string; toSign: string };
    const signature = sign('sha256', Buffer.from(toSign, 'base64'), ACME.privateKey).toString('base64');
    const answers = [
      prepared,
      await post('complete', { ...seal, signature }),
      await post('complete', { ...seal, signature: 'AAAA' }),
      await post('prepare', { file: 'AAAA', certificates: [ACME.pem] }),
      await post('prepare', { file, certificates: [] }),
      await post('prepare', {}, {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422, 422, 400, 401]);
  });

  test('describes every response of the catalogue', async () => {
    const get = (path: string, headers: Record<string, string> = company()) =>
      service.send('GET', path, headers);
    for (const [, path] of OPERATIONS.filter(([method]) => method === 'get')) {
      const real = path.replace('{templateId}', 'esg-policy').replace('{version}', 'latest');
      const answer = await get(real);
      check('get', path, answer);
      check('get', path, await get(real, { ...company(), 'if-none-match': String(answer.headers.etag) }));
      check('get', path, await get(real, {}));
      if (real !== path) check('get', path, await get(real.replace('esg-policy', 'x')));
      check('get', path, await service.send('DELETE', real, company()));
    }
    for (const path of ['/livez', '/readyz', '/metrics', '/openapi.json'])
      check('get', path, await get(path, {}));
  });

  test('describes every response of the administration', async () => {
    const admin = async (method: string, path: string, described: string, body?: unknown) => {
      const answer = await service.admin(method.toUpperCase(), path, body);
      check(method, `/admin/v1${described}`, answer);
      return answer;
    };
    const id = '/companies/{companyId}';
    await admin('post', '/companies', '/companies', { companyId: 'delta', name: 'Delta' });
    await admin('post', '/companies', '/companies', { companyId: 'delta', name: 'Delta' });
    await admin('post', '/companies', '/companies', { companyId: 'D' });
    await admin('post', '/companies', '/companies', '{');
    await admin('get', '/companies', '/companies');
    await admin('patch', '/companies/delta', id, { name: 'Delta Limited' });
    await admin('patch', '/companies/none', id, { name: 'None' });
    const { keyId } = (await admin('post', '/companies/delta/keys', `${id}/keys`)).json as { keyId: string };
    await admin('get', '/companies/delta/keys', `${id}/keys`);
    await admin('post', `/companies/delta/keys/${keyId}/rotate`, `${id}/keys/{keyId}/rotate`, {});
    await admin('delete', `/companies/delta/keys/${keyId}`, `${id}/keys/{keyId}`);
    await admin('put', '/companies/delta/profile', `${id}/profile`, { legalName: 'Delta' });
    await admin('put', '/companies/delta/profile', `${id}/profile`, { accentColour: '#eeeeee' });
    await admin('put', '/companies/delta/profile', `${id}/profile`, '{');
    await admin('get', '/companies/delta/profile', `${id}/profile`);
    await admin('delete', '/companies/delta/profile', `${id}/profile`);
    await admin('get', '/companies/delta/templates', `${id}/templates`);
    await admin('get', '/companies/acme/documents', `${id}/documents`);
    await admin('get', '/companies/acme/documents?limit=0', `${id}/documents`);
    await admin('get', `/documents/${'a'.repeat(64)}`, '/documents/{document}');
    await admin('delete', '/companies/delta', id);
    await admin('delete', '/companies/delta?confirm=delta', id);
    check('get', '/admin/v1/companies', await service.send('GET', '/admin/v1/companies'));
    const wrong = { authorization: 'Bearer wrong' };
    check('get', '/admin/v1/companies', await service.send('GET', '/admin/v1/companies', wrong));
  });

  describe('with a key', () => {
    const version = (number: string) =>
      `/admin/v1/companies/acme/templates/non-disclosure-agreement/versions/${number}`;

    test("has only the company's own versions", async () => {
      await service.admin('POST', '/companies', { companyId: 'other', name: 'Other' });
      const { key } = (await service.admin('POST', '/companies/other/keys')).json as { key: string };
      const source = readFileSync(
        new URL('../../../templates-html/non-disclosure-agreement/1.0.0.njk', import.meta.url),
      );
      const headers = {
        authorization: `Bearer ${service.adminToken}`,
        'content-type': 'text/html; charset=utf-8',
      };
      for (const number of ['1.0.0', '2.0.0']) {
        const { status, bytes } = await service.send('PUT', version(number), headers, source);
        expect([status, bytes.toString()]).toEqual([201, expect.anything()]);
        const path = '/admin/v1/companies/{companyId}/templates/{templateId}/versions/{version}';
        check('get', path, await service.send('GET', version(number), headers));
      }
      const own = (await service.send('GET', '/openapi.json', company())).json as OpenApi;
      const others = (await service.send('GET', '/openapi.json', { 'x-key': key })).json as OpenApi;
      const choices = ({ components }: OpenApi) => {
        const { NonDisclosureAgreementRequest: form } = components.schemas ?? {};
        const { properties } = form as {
          properties: { version: { description: string }; custom: { enum?: unknown } };
        };
        return [properties.version.description, properties.custom.enum];
      };
      expect([own, others, description].map(choices)).toEqual([
        ['An exact version (1.0.0, 2.0.0), or `latest`, the default.', undefined],
        ['An exact version (1.0.0), or `latest`, the default.', [false, null]],
        ['An exact version (1.0.0), or `latest`, the default.', undefined],
      ]);
      // Linters report `anyOf` with one entry.
      expect(JSON.stringify([own, others])).not.toMatch(/"anyOf":\[\{[^{}]*\}\]/);
      const request = exampleOf(own, 'non-disclosure-agreement-custom-2.0.0');
      expect((await service.send('POST', VALIDATE, company(), request)).status).toBe(200);
    });

    test('refuses a wrong key, and ignores a blank one', async () => {
      const refused = await service.send('GET', '/openapi.json', { 'x-key': 'secret' });
      check('get', '/openapi.json', refused);
      expect([refused.status, refused.json]).toEqual([
        403,
        { error: 'Forbidden: invalid or revoked API key' },
      ]);
      expect((await service.send('GET', '/openapi.json', { 'x-key': ' ' })).bytes.toString()).toBe(text);
    });

    test('answers 304 if nothing has changed', async () => {
      const { headers } = await service.send('GET', '/openapi.json');
      const again = await service.send('GET', '/openapi.json', { 'if-none-match': String(headers.etag) });
      expect([again.status, again.bytes.byteLength]).toEqual([304, 0]);
      check('get', '/openapi.json', again);
    });

    test('counts towards the rate limit of the key', async () => {
      const ask = () => service.send('GET', '/openapi.json', company());
      // At once: one after the other would be as slow as the bucket is filled again, on a busy machine.
      const answers = await Promise.all(Array.from({ length: 240 }, ask));
      const [refused] = answers.filter(({ status }) => status === 429);
      check('get', '/openapi.json', refused as Answer);
    });
  });
});

/** The schema, changed so that it refuses fields that it does not describe. */
function closed<Value>(schema: Value): Value {
  return JSON.parse(
    JSON.stringify(schema, (_key, value) =>
      value?.type === 'object' && Object.keys(value.properties ?? {}).length > 0
        ? { ...value, additionalProperties: false }
        : value,
    ),
  );
}
