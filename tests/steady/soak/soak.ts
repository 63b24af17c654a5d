import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Footprint, footprintOf, readMetrics } from '../../../bench/rig/footprint.ts';
import { type BenchService, startService } from '../../../bench/rig/service.ts';
import { expectedDocuments } from '../expected.ts';
import { heapOf, INSPECTABLE } from './heap.ts';
import { WAVES } from './waves.ts';

export interface SoakOptions {
  /** How often each kind of wave comes. */
  readonly waves: number;
  /** Requests of a wave. */
  readonly size: number;
  /** Told what has been done. */
  readonly onProgress?: (line: string) => void;
}

/** Something that the service held before the waves and after them. */
export interface Finding {
  readonly what: string;
  readonly before: number;
  readonly after: number;
  readonly atMost: number;
}

interface Holding extends Footprint {
  readonly handles: number;
}

/** A leak of 1 KB a request shows after a few thousand; what the heap keeps differs by less from one look to the next. */
const HEAP_MAY_GROW = 1.1;

/** The embedded database and undone connections take a while to be given up. */
const SETTLE_MS = 30_000;

/** Waves of success, error, abort and crash. @returns what the service held before and after, when nothing happened */
export async function soak({ waves, size, onProgress = () => {} }: SoakOptions): Promise<Finding[]> {
  await using opened = new AsyncDisposableStack();
  const temp = await mkdtemp(path.join(tmpdir(), 'soak-'));
  opened.defer(() => rm(temp, { recursive: true, force: true }));
  const environment = {
    DATABASE_URL: '',
    TMPDIR: temp,
    PDF_PAGES: '2',
    RENDER_PROCESSES: '2',
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
  // What is read, compiled and kept at the first time is there before the first look.
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

/** What it holds when that changes no more, or is as it was before. */
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
