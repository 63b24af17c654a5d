import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request } from 'undici';
import type { LoadRequest } from './load.ts';
import { ADMIN_TOKEN, type ServiceOptions, spawnService } from './service-process.ts';

/** A service that is started for one measure, ready for requests. */
export interface BenchService extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  readonly folder: string;
  /** Headers of a caller with a key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the process and leaves its folder as it is. */
  stop(): Promise<void>;
}

/** Starts the service on a new database, with a company that has a key. */
export async function startService(options?: ServiceOptions): Promise<BenchService> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'docgen-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  opened.defer(() => {
    process.off('exit', remove);
    remove();
  });
  const service = opened.use(await spawnService(folder, options));
  await service.ready();
  await administer('POST', `${service.url}/admin/v1/companies`, { companyId: 'bench', name: 'Bench' });
  const { key } = await administer('POST', `${service.url}/admin/v1/companies/bench/keys`, {});
  const kept = opened.move();
  return {
    url: service.url,
    pid: service.pid,
    folder,
    headers: { 'x-key': String(key), 'content-type': 'application/json' },
    stop: service.stop,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Adds companies that each have a colour in their profile. @returns the headers of a caller of each */
export async function addCompanies(
  { url, headers }: BenchService,
  amount: number,
): Promise<BenchService['headers'][]> {
  const added = [];
  for (let number = 0; number < amount; number += 1) {
    const companyId = `bench-${amount}-${number}`;
    await administer('POST', `${url}/admin/v1/companies`, { companyId, name: companyId });
    const accentColour = `#00${(number * 257).toString(16).padStart(4, '0')}`;
    await administer('PUT', `${url}/admin/v1/companies/${companyId}/profile`, { accentColour });
    const { key } = await administer('POST', `${url}/admin/v1/companies/${companyId}/keys`, {});
    added.push({ ...headers, 'x-key': String(key) });
  }
  return added;
}

/** A revoked key. */
export async function revokedKey({ url }: BenchService): Promise<string> {
  const keys = `${url}/admin/v1/companies/bench/keys`;
  const { key, keyId } = await administer('POST', keys, {});
  await administer('DELETE', `${keys}/${keyId}`);
  return String(key);
}

/** The request that generates a document. */
export function generate({ headers }: Pick<BenchService, 'headers'>, body: string): LoadRequest {
  return { method: 'POST', path: '/api/v1/documents/generate', headers, body };
}

export async function administer(
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const answer = await request(url, {
    method,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...(body && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${url} answered ${answer.statusCode}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}
