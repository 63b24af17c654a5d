import { randomBytes } from 'node:crypto';
import { request as fetchAnswer } from 'undici';
import { readConfig } from '../src/environment/config.ts';
import { buildApp } from '../src/start/app.ts';
import { PATIENT } from './process.ts';
import { databases, type Place } from './service/store/databases.ts';

/** A complete response. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** The body as JSON. */
  readonly json: unknown;
}

export interface TestService extends AsyncDisposable {
  readonly url: string;
  readonly adminToken: string;
  readonly companyId: string;
  /** A key of the company. */
  readonly key: string;
  send(
    method: string,
    path: string,
    headers?: Record<string, string | string[]>,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<Answer>;
  admin(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Posts to the generate route with the company's key. */
  generate(body: unknown): Promise<Answer>;
}

/** Sends a request to a service, and reads the whole answer. */
export async function sendTo(url: string, ...request: Parameters<TestService['send']>): Promise<Answer> {
  const [method, path, headers = {}, body, signal] = request;
  const answer = await fetchAnswer(url + path, {
    method: method as 'POST',
    signal: signal ?? null,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body:
      body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
        ? (body ?? null)
        : JSON.stringify(body),
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return {
    status: answer.statusCode,
    headers: answer.headers,
    bytes,
    get json() {
      return JSON.parse(bytes.toString());
    },
  };
}

/** The service as in production, on a free port of this machine, with the company `acme`, which has a key. */
export async function startService(
  place: Place,
  environment: Record<string, string> = {},
): Promise<TestService> {
  const adminToken = randomBytes(32).toString('hex');
  const config = readConfig({
    LOG_LEVEL: 'silent',
    DATA_DIR: place.options.dataDir,
    DATABASE_URL: place.options.databaseUrl,
    ADMIN_TOKEN: adminToken,
    ...PATIENT,
    ...environment,
  });
  const { app } = await buildApp(config);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  const send: TestService['send'] = (...request) => sendTo(url, ...request);
  const admin: TestService['admin'] = (method, path, body) =>
    send(method, `/admin/v1${path}`, { authorization: `Bearer ${adminToken}` }, body);

  return asCompany({ url, adminToken, send, admin, [Symbol.asyncDispose]: () => app.close() }, 'acme');
}

/** The same service for a new company, which has a key. */
export async function asCompany(
  service: Omit<TestService, 'companyId' | 'key' | 'generate'>,
  companyId: string,
): Promise<TestService> {
  await service.admin('POST', '/companies', { companyId, name: 'Acme Limited' });
  const { key } = (await service.admin('POST', `/companies/${companyId}/keys`)).json as { key: string };
  return {
    ...service,
    ...{ companyId, key },
    generate: (body) => service.send('POST', '/api/v1/documents/generate', { 'x-key': key }, body),
  };
}

/** The same service over a new embedded database. */
export async function startEmbedded(environment: Record<string, string> = {}): Promise<TestService> {
  const [embedded] = databases;
  if (embedded === undefined) throw new Error('there is no embedded database to run over');
  const place = await embedded.makePlace();
  const service = await startService(place, environment);
  return {
    ...service,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}
