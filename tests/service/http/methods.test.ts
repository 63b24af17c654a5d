import { describe, expect } from 'vitest';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'];
const READ = ['GET', 'HEAD'];

const TEMPLATE = '/api/v1/templates/esg-policy';
const COMPANY = '/admin/v1/companies/acme';

/** Every path of the contract with its kind of caller and its methods, in the order of `Allow`. */
const PATHS: readonly [
  path: string,
  caller: 'anybody' | 'company' | 'operator',
  methods: readonly string[],
][] = [
  ['/api/v1/documents/generate', 'company', ['POST']],
  ['/api/v1/documents/validate', 'company', ['POST']],
  ['/api/v1/countries', 'company', READ],
  ['/api/v1/templates', 'company', READ],
  [TEMPLATE, 'company', READ],
  [`${TEMPLATE}/versions/1.0.0/schema`, 'company', READ],
  [`${TEMPLATE}/versions/latest/sample`, 'company', READ],
  ['/admin/v1/companies', 'operator', [...READ, 'POST']],
  [COMPANY, 'operator', ['DELETE', 'PATCH']],
  [`${COMPANY}/profile`, 'operator', ['DELETE', ...READ, 'PUT']],
  [`${COMPANY}/keys`, 'operator', [...READ, 'POST']],
  [`${COMPANY}/keys/abcd2345`, 'operator', ['DELETE']],
  [`${COMPANY}/keys/abcd2345/rotate`, 'operator', ['POST']],
  [`${COMPANY}/templates`, 'operator', READ],
  [`${COMPANY}/templates/esg-policy`, 'operator', ['DELETE']],
  [`${COMPANY}/templates/esg-policy/versions/1.0.0`, 'operator', ['DELETE', ...READ, 'PUT']],
  [`${COMPANY}/documents`, 'operator', READ],
  [`/admin/v1/documents/${'a'.repeat(64)}`, 'operator', READ],
  ['/', 'anybody', READ],
  ['/docs', 'anybody', READ],
  ['/docs/changelog.txt', 'anybody', READ],
  ['/openapi.json', 'anybody', READ],
  ['/livez', 'anybody', READ],
  ['/readyz', 'anybody', READ],
  ['/metrics', 'anybody', READ],
];

describe('a path', () => {
  let service: TestService;
  test.beforeAll(async ({ service: shared }) => {
    service = shared;
    await service.admin('POST', '/companies', { companyId: 'acme', name: 'Acme Limited' });
  });

  const headersOf = (caller: string): Record<string, string> => {
    if (caller === 'company') return { 'x-key': service.key };
    return caller === 'operator' ? { authorization: `Bearer ${service.adminToken}` } : {};
  };

  test.each(PATHS)('%s answers 405 to every other method', async (path, caller, methods) => {
    const allow = methods.join(', ');
    const refusal = { error: 'method_not_allowed', message: `The methods of this path are: ${allow}` };
    for (const method of METHODS.filter((method) => !methods.includes(method))) {
      const answer = await service.send(method, path, headersOf(caller));
      const body = method === 'HEAD' ? '' : JSON.stringify(refusal);
      expect([method, answer.status, answer.headers.allow, answer.bytes.toString()]).toEqual([
        method,
        405,
        allow,
        body,
      ]);
    }
  });

  test.each(PATHS.filter(([, , methods]) => methods.includes('GET')))(
    '%s answers HEAD like GET, without a body',
    async (path, caller) => {
      const { status, headers } = await service.send('GET', path, headersOf(caller));
      const head = await service.send('HEAD', path, headersOf(caller));
      expect([head.status, head.headers['content-type'], head.bytes.byteLength]).toEqual([
        status,
        headers['content-type'],
        0,
      ]);
    },
  );

  test('a browser that asks for a page of another site is told where to call from', async () => {
    const { status, json } = await service.send('OPTIONS', '/api/v1/documents/generate', {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
    });
    expect([status, json]).toEqual([
      401,
      {
        error:
          'Unauthorized: the X-Key header is missing; ' +
          'a page of another site cannot call the service (CORS); call it from your server',
      },
    ]);
  });

  test.each(PATHS.filter(([, caller]) => caller !== 'anybody'))(
    '%s checks the credentials before it answers 405',
    async (path, caller) => {
      const wrong = caller === 'company' ? { 'x-key': 'x' } : { authorization: 'Bearer x' };
      const answers = [
        await service.send('OPTIONS', path),
        await service.send('PROPFIND', path, wrong),
        await service.send('TRACE', path, { 'x-key': ' ', authorization: '' }),
      ];
      expect(answers.map(({ status, headers }) => [status, headers.allow])).toEqual([
        [401, undefined],
        [403, undefined],
        [401, undefined],
      ]);
    },
  );

  test.each([
    '/api',
    '/api/v1',
    '/api/v1/documents/nope/nope',
    '/admin',
    '/admin/v1',
    '/docs/nope',
    '/livez/',
    '/nope',
  ])('%s is answered with 404, whatever the method', async (path) => {
    for (const method of METHODS) {
      const { status, headers } = await service.send(method, path, headersOf('company'));
      expect([method, status, headers.allow]).toEqual([method, 404, undefined]);
    }
  });

  test('a wrong method is answered with 405 even if the body is invalid too', async () => {
    const headers = { 'x-key': service.key, 'content-type': 'text/plain', 'content-encoding': 'gzip' };
    const answer = await service.send('PUT', '/api/v1/documents/generate', headers, 'x'.repeat(300_000));
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  });

  test('/ redirects to the documentation', async () => {
    const { status, headers } = await service.send('GET', '/');
    expect([status, headers.location]).toEqual([302, '/docs']);
  });
});
