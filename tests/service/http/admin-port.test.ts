import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/environment/config.ts';
import { buildApp, type Service } from '../../../src/start/app.ts';
import { databases, type Place } from '../store/databases.ts';

const ADMIN_TOKEN = 'a-token-of-more-than-32-characters';
const NO_ROUTE = { error: 'route_not_found', message: 'No such route; GET /docs lists the routes' };

describe('with ADMIN_PORT set', () => {
  let place: Place;
  let service: Service;
  let urls: { callers: string; administration: string };

  beforeAll(async () => {
    const [embedded] = databases;
    if (embedded === undefined) throw new Error('there is no embedded database to run over');
    place = await embedded.makePlace();
    const { dataDir } = place.options;
    service = await buildApp(
      readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, ADMIN_TOKEN, PORT: '0', ADMIN_PORT: '0' }),
    );
    const address = { host: '127.0.0.1', port: 0 };
    const administration = await service.adminServer?.listen(address);
    urls = { callers: await service.app.listen(address), administration: String(administration) };
  });
  afterAll(async () => {
    await service.app.close();
    await expect(request(`${urls.administration}/livez`)).rejects.toThrow();
    await place[Symbol.asyncDispose]();
  });

  const get = async (side: 'callers' | 'administration', path: string) => {
    const answer = await request(urls[side] + path, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
    const text = await answer.body.text();
    return { status: answer.statusCode, text };
  };

  test.each(['/admin/v1/companies', '/metrics', '/livez', '/readyz'])(
    'the administration port serves %s',
    async (path) => {
      expect((await get('administration', path)).status).toBe(200);
    },
  );

  test.each(['/livez', '/readyz', '/openapi.json'])("the callers' port serves %s", async (path) => {
    expect((await get('callers', path)).status).toBe(200);
  });

  test.each([
    '/admin/v1/companies',
    '/admin/v1/',
    '/%61dmin/v1/companies',
    '/admin/v1/companies?x',
    '/metrics',
  ])("the callers' port answers 404 to %s", async (path) => {
    const { status, text } = await get('callers', path);
    expect([status, JSON.parse(text)]).toEqual([404, NO_ROUTE]);
  });

  test.each([
    ['callers', '/companies', undefined],
    ['administration', '/companies', '/admin/v1/companies'],
    ['callers', '/api/v1/country', '/api/v1/countries'],
    ['administration', '/templates', undefined],
  ] as const)('a 404 on the port of %s names only routes of that port: %s', async (side, path, nearest) => {
    const suggestion =
      nearest === undefined
        ? NO_ROUTE.message
        : `No such route; did you mean ${nearest}? GET /docs lists the routes`;
    const { status, text } = await get(side, path);
    expect([status, JSON.parse(text)]).toEqual([404, { ...NO_ROUTE, message: suggestion }]);
  });

  test('the administration port refuses malformed requests in the same format', async () => {
    const { hostname, port } = new URL(urls.administration);
    const exchange = async (head: string) => {
      const socket = connect(Number(port), hostname).end(`${head}\r\nConnection: close\r\n\r\n`);
      return (await text(socket)).split('\r\n');
    };
    const answers = [
      await exchange('GET /livez HTTP/1.1'),
      await exchange('GET /livez HTTP/1.1\r\nHost: x\r\nExpect: x'),
      await exchange('CONNECT x:1 HTTP/1.1\r\nHost: x'),
    ];
    expect(answers.map((lines) => [lines[0], JSON.parse(lines.at(-1) ?? '').error])).toEqual([
      ['HTTP/1.1 400 Bad Request', 'malformed_request'],
      ['HTTP/1.1 417 Expectation Failed', 'request_refused'],
      ['HTTP/1.1 501 Not Implemented', 'request_refused'],
    ]);
  });

  test.each(['/api/v1/templates', '/openapi.json', '/docs', '/livez/x'])(
    'the administration port answers 404 to %s',
    async (path) => {
      const { status, text } = await get('administration', path);
      expect([status, JSON.parse(text)]).toEqual([404, NO_ROUTE]);
    },
  );
});
