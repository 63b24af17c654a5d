import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request } from 'undici';
import type { Subject } from '../../bench/rig/footprint.ts';
import { MAIN, type ServiceProcess, startProcess } from '../process.ts';
import { databases, type Place } from '../service/store/databases.ts';

/** The service as a separate process, with a company that has a key. */
export interface SteadyService extends AsyncDisposable, Subject {
  /** Headers of the company's requests. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers of administration requests. */
  readonly adminHeaders: Readonly<Record<string, string>>;
  readonly process: ServiceProcess;
}

export interface SteadyOptions {
  readonly environment?: Record<string, string>;
  /** A shared database; by default a new embedded one. */
  readonly place?: Place;
  /** A command prefix that prepares the environment for the service, given its temporary folder. */
  readonly wrapper?: (temp: string) => readonly string[];
  /** An existing temporary folder. */
  readonly temp?: string;
  /** Files that the service loads before its own code. */
  readonly preloads?: readonly string[];
}

export async function startSteady(options: SteadyOptions = {}): Promise<SteadyService> {
  const { environment = {}, wrapper = () => [], preloads = [] } = options;
  await using opened = new AsyncDisposableStack();
  const temp = options.temp ?? (await makeTemp(opened));
  const place = options.place ?? opened.use(await makeEmbedded());
  const adminToken = randomBytes(32).toString('hex');
  const adminHeaders = { authorization: `Bearer ${adminToken}` };
  const variables = {
    ADMIN_TOKEN: adminToken,
    TMPDIR: temp,
    PDF_PAGES: '2',
    RENDER_PROCESSES: '2',
    ...environment,
  };
  const service = opened.use(
    startProcess(place, variables, wrapper(temp), [...preloads.flatMap((file) => ['--import', file]), MAIN]),
  );
  const url = await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
  const key = await issueKey(url, adminHeaders);
  const kept = opened.move();
  return {
    url,
    adminHeaders,
    headers: { 'x-key': key, 'content-type': 'application/json' },
    pid: service.child.pid as number,
    temp,
    dataDir: place.options.dataDir,
    process: service,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function makeTemp(opened: AsyncDisposableStack): Promise<string> {
  const temp = await mkdtemp(path.join(tmpdir(), 'steady-'));
  opened.defer(() => rm(temp, { recursive: true, force: true }));
  return temp;
}

async function makeEmbedded(): Promise<Place> {
  const [embedded] = databases;
  if (embedded === undefined) throw new Error('there is no embedded database to run over');
  return await embedded.makePlace();
}

async function issueKey(url: string, adminHeaders: SteadyService['adminHeaders']): Promise<string> {
  const post = async (route: string, body: object) => {
    const answer = await request(`${url}/admin/v1/companies${route}`, {
      method: 'POST',
      headers: { ...adminHeaders, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.body.json()) as { key: string };
  };
  // With several instances over one database, the company exists already for all but the first.
  await post('', { companyId: 'acme', name: 'Acme Limited' });
  return (await post('/acme/keys', {})).key;
}
