import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Footprint, footprintOf, readMetrics } from '../../../bench/rig/footprint.ts';
import { type BenchService, startService } from '../../../bench/rig/service.ts';
import { PATIENT } from '../../process.ts';
import { expectedDocuments } from '../expected.ts';
import { heapOf, INSPECTABLE } from './heap.ts';
import { WAVES } from './waves.ts';

export interface SoakOptions {
  /** Number of waves of each kind. */
  readonly waves: number;
  /** Number of requests per wave. */
  readonly size: number;
  /** Called with a line about the progress. */
  readonly onProgress?: (line: string) => void;
}

/** A resource of the service before and after the waves. */
export interface Finding {
  readonly what: string;
  readonly before: number;
  readonly after: number;
  readonly atMost: number;
}

interface Holding extends Footprint {
  readonly handles: number;
}

/** Allowed growth of the heap. Its size varies by less; a leak of 1 KB per request exceeds it after a few thousand. */
const HEAP_MAY_GROW = 1.1;

/** The embedded database and closed connections are released after some time. */
const SETTLE_MS = 30_000;

/**
 * Runs waves of success, error, abort and crash.
 * @returns the resources of the service without load, before and after
 */
export async function soak({ waves, size, onProgress = () => {} }: SoakOptions): Promise<Finding[]> {
  await using opened = new AsyncDisposableStack();
  const temp = await mkdtemp(path.join(tmpdir(), 'soak-'));
  opened.defer(() => rm(temp, { recursive: true, force: true }));
  const environment = {
    DATABASE_URL: '',
    TMPDIR: temp,
    PDF_PAGES: '2',
    RENDER_PROCESSES: '2',
    ...PATIENT,
    ...INSPECTABLE,
  };
  const service = opened.use(await startService({ environment }));
  const documents = await expectedDocuments(service);

  const runAll = async (title: string) => {
    for (const [name, wave] of Object.entries(WAVES)) {
      const started = performance.now();
      await wave({ ...service, documents }, size);
      onProgress(`${title}: ${size} × ${name} in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
    }
  };
  const look = async (rest?: Holding) => {
    const held = await settled(service, temp, rest);
    const heap = await heapOf(service.folder);
    onProgress(`heap ${heap.toFixed(1)} MB`);
    return { heap, held };
  };
  // The first run reads, compiles and caches things, so it comes before the first measurement.
  await runAll('warm-up');
  const before = await look();
  for (let number = 1; number <= waves; number += 1) await runAll(`wave ${number}`);
  const after = await look(before.held);
  return [
    { what: 'heap, MB', before: before.heap, after: after.heap, atMost: before.heap * HEAP_MAY_GROW },
    ...Object.entries(before.held).map(([what, held]) => ({
      what,
      before: held,
      after: after.held[what as keyof Holding],
      atMost: held,
    })),
  ];
}

/** The resources of a service once they no longer change or are as before. */
async function settled(service: BenchService, temp: string, before?: Holding): Promise<Holding> {
  const deadline = performance.now() + SETTLE_MS;
  let last = await holdingOf(service, temp);
  for (;;) {
    await delay(500);
    const now = await holdingOf(service, temp);
    if (performance.now() > deadline || isDeepStrictEqual(now, before ?? { ...last, timers: 0, strays: 0 }))
      return now;
    last = now;
  }
}

async function holdingOf({ url, pid, folder }: BenchService, temp: string): Promise<Holding> {
  const subject = { url, pid, temp, dataDir: path.join(folder, 'data') };
  const metric = await readMetrics(subject);
  return { ...(await footprintOf(subject)), handles: metric('nodejs_active_handles_total') };
}
