import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { request } from 'undici';
import { processTree } from './processes.ts';

/** A service whose resources can be measured. */
export interface Subject {
  readonly url: string;
  readonly pid: number;
  /** Its folder for temporary files, used by nothing else. */
  readonly temp: string;
  /** The folder of its embedded database. */
  readonly dataDir: string;
}

/** The resources that a service holds. At rest they are always the same. */
export interface Footprint {
  readonly browsers: number;
  readonly renderers: number;
  readonly renderProcesses: number;
  /** Browser processes that the service has lost track of. */
  readonly strays: number;
  /** Files and folders in its temporary folder. */
  readonly files: number;
  readonly descriptors: number;
  readonly timers: number;
  /** Accepted, unfinished documents. */
  readonly accepted: number;
}

export async function footprintOf(service: Subject): Promise<Footprint> {
  const { pid, temp } = service;
  const metric = await readMetrics(service);
  const tree = await processTree(pid);
  const roles = Object.groupBy(tree, ({ role }) => role);
  return {
    browsers: roles.browser?.length ?? 0,
    renderers: roles.renderer?.length ?? 0,
    renderProcesses: roles.render?.length ?? 0,
    strays: (await processesWith(temp)).filter((stray) => tree.every((process) => process.pid !== stray))
      .length,
    files: (await readdir(`/proc/${pid}/root${temp}`)).length,
    descriptors: await descriptorsOf(service),
    // One timer belongs to the embedded database until it has been idle for ten seconds, or to Fastify after its start.
    timers: Math.max(0, metric('nodejs_active_resources{type="Timeout"}') - 1),
    accepted: metric('documents_accepted'),
  };
}

/** Reads a metric by name and labels. */
export async function readMetrics({ url }: Pick<Subject, 'url'>): Promise<(name: string) => number> {
  const answer = await request(`${url}/metrics`, { reset: true });
  const text = await answer.body.text();
  return (name) => Number(new RegExp(`^${RegExp.escape(name)} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
}

/**
 * File descriptors of event loops, one set per thread. A completion thread starts when it is first needed, and stays.
 */
const OF_EVENT_LOOPS = ['anon_inode:', 'pipe:'];

/** Sockets and files, without those of the embedded database, which opens its files on demand. */
async function descriptorsOf({ pid, dataDir }: Subject): Promise<number> {
  const descriptors = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(
    descriptors.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => undefined)),
  );
  const ignored = [dataDir, ...OF_EVENT_LOOPS];
  return targets.filter(
    (target) => target !== undefined && !ignored.some((prefix) => target.startsWith(prefix)),
  ).length;
}

/** Processes that were started with this temporary folder, whatever their parent. */
export async function processesWith(temp: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const environments = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')),
  );
  return pids.filter((_, index) => environments[index]?.includes(`=${temp}${path.sep}`));
}
