import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../../src/environment/config.ts';
import { loggerOptions } from '../../../src/log.ts';
import { buildApp } from '../../../src/start/app.ts';
import { read } from '../../deploy/files.ts';
import { PATIENT } from '../../process.ts';
import { databases, type Place } from '../store/databases.ts';

type Line = Readonly<Record<string, unknown>>;

const ADMIN_TOKEN = 'administration-token-of-the-tests';
const GENERATE = '/api/v1/documents/generate';

const PROCESS = { time: expect.any(Number), pid: expect.any(Number), hostname: expect.any(String) };

const FIELDS = [
  'parties[0].definition',
  'parties[1].definition',
  'parties[0].isCompany',
  'dispute',
  'governingLaw',
];

describe('the log', () => {
  const lines: Line[] = [];
  let place: Place;
  let app: Awaited<ReturnType<typeof buildApp>>['app'];
  let url: string;
  let key: string;

  beforeAll(async () => {
    const [embedded] = databases;
    if (embedded === undefined) throw new Error('there is no embedded database to run over');
    place = await embedded.makePlace();
    const config = readConfig({
      ...PATIENT,
      DATA_DIR: place.options.dataDir,
      ADMIN_TOKEN,
      PDF_PAGES: '2',
    });
    const log = pino(loggerOptions('debug'), { write: (line: string) => lines.push(JSON.parse(line)) });
    ({ app } = await buildApp(config, log));
    url = await app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    await send('POST', '/admin/v1/companies', headers, { companyId: 'acme', name: 'Acme' });
    ({ key } = JSON.parse(await send('POST', '/admin/v1/companies/acme/keys', headers)));
  });
  afterAll(async () => {
    await app.close();
    await place[Symbol.asyncDispose]();
  });

  const send = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: object,
  ) => {
    const type = body && { 'content-type': 'application/json' };
    const sent = body === undefined ? null : JSON.stringify(body);
    return (await request(url + path, { method, headers: { ...headers, ...type }, body: sent })).body.text();
  };

  /** The log lines of one request. The last one is that of its response. */
  const logOf = async (requestId: string, ask: () => Promise<unknown>): Promise<Line[]> => {
    await ask();
    const ofRequest = () => lines.filter(({ reqId }) => reqId === requestId);
    await vi.waitFor(() => expect(ofRequest().at(-1)?.msg).toBe('answered'), { timeout: 60_000 });
    return ofRequest();
  };

  const post = (requestId: string, body: object, headers = {}) =>
    send('POST', GENERATE, { 'x-key': key, 'x-request-id': requestId, ...headers }, body);

  const answered = (line: Line) => ({
    ...PROCESS,
    level: 'info',
    ...{ method: 'POST', route: GENERATE, milliseconds: expect.any(Number), msg: 'answered' },
    ...line,
  });
  const caller = () => ({ companyId: 'acme', keyId: key.slice('dgs_live_'.length).slice(0, 8) });

  test('has the code and the fields of a refusal, but no values', async () => {
    const data = { parties: [{ isCompany: 'sure' }, {}], governingLaw: 'Ruritania', dispute: 'maybe' };
    const body = { templateId: 'studio-booking-agreement', format: 'pdf', data };
    const logged = await logOf('invalid', () => post('invalid', body));
    expect(logged).toEqual([
      answered({
        reqId: 'invalid',
        status: 400,
        ...caller(),
        code: 'validation_error',
        fields: FIELDS,
      }),
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/sure|Ruritania|maybe/);
  });

  test('does not contain an unknown key of a request', async () => {
    const logged = await logOf('deep', () =>
      post('deep', {
        templateId: 'esg-policy',
        format: 'pdf',
        data: { 'Ada Obi, born 1990': 'x'.repeat(70_000) },
      }),
    );
    expect(logged).toEqual([answered({ reqId: 'deep', status: 400, ...caller(), code: 'validation_error' })]);
  });

  test.each([
    ['no key', { 'x-key': '' }, 401, 'key_missing'],
    ['a wrong key', { 'x-key': 'x' }, 403, 'key_refused'],
  ])('has the error code for %s', async (_title, headers, status, code) => {
    expect(await logOf(code, () => post(code, {}, headers))).toEqual([
      answered({ reqId: code, status, code }),
    ]);
  });

  test.each(['livez', 'readyz', 'metrics'])('has requests to /%s at level debug', async (probe) => {
    const headers = { 'x-request-id': probe };
    expect(await logOf(probe, () => send('GET', `/${probe}`, headers))).toEqual([
      answered({ level: 'debug', reqId: probe, method: 'GET', route: `/${probe}`, status: 200 }),
    ]);
  });

  test('has exactly the documented fields', async () => {
    const body = { templateId: 'non-disclosure-agreement', data: { parties: [{}] } };
    for (const format of ['pdf', 'docx']) await logOf(format, () => post(format, { ...body, format }));
    const [, section = ''] = read('docs/deployment.md').split('\n## The log\n');
    const [text = ''] = section.split('\n## ');
    const documented = new Set([...text.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    const logged = new Set(lines.flatMap((line) => Object.keys(line)));
    expect([...logged.difference(documented)]).toEqual([]);
    expect(logged).toContain('convert');
  });

  test('has no error for a caller who hangs up', async () => {
    const body = JSON.stringify({ templateId: 'esg-policy', format: 'pdf', data: {} });
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      `POST ${GENERATE} HTTP/1.1\r\nHost: x\r\nX-Key: ${key}\r\nX-Request-Id: gone\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      () => socket.destroy(),
    );
    const said = { ...PROCESS, level: 'info', reqId: 'gone', msg: 'the caller hung up' };
    await vi.waitFor(() => expect(lines).toContainEqual(said), { timeout: 60_000 });
    const ofCallers = lines.filter(({ reqId }) => reqId !== undefined);
    expect(ofCallers.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  });
});
