import { WorkerLostError, WorkTimeoutError } from './errors.ts';

export interface WatchOptions<Worker> {
  /** Longest time that a worker may take over one job, or over being cleared. */
  readonly workTimeoutMs: number;
  /** Not given, neither a worker that stands still nor one that grows is noticed. */
  readonly vitalsOf?: (worker: Worker) => Promise<Vitals>;
  /** Between two looks at it, of which the second finds out; one second if not told otherwise. */
  readonly lookEveryMs?: number;
}

export interface Vitals {
  /**
   * Milliseconds of processor time that the worker has used in its life. One that works uses it all the time; one that
   * was stopped, or waits for something that will not come, uses none.
   */
  readonly cpuMs: number;
  /** Whether it would work if the machine let it, which may have too much to do. */
  readonly isRunnable: boolean;
  /** Memory that is the worker's own. */
  readonly ownBytes: number;
}

/** Almost every job is over before the first look. */
const LOOK_EVERY_MS = 1_000;

/** A start reads from the disk, and may wait for it without using the processor. */
export const LOOK_AT_START_EVERY_MS = 2_500;

/** Two ticks of the kernel's clock: the browser of a renderer that was stopped may still turn over. */
const LEAST_PROGRESS_MS = 20;

/**
 * Watches a worker at work; disposing ends the watch.
 * @returns `failed`, which fires when the work is to be given up: WorkTimeoutError or WorkerLostError
 */
export function watch<Worker>(
  worker: Worker,
  { workTimeoutMs, vitalsOf, lookEveryMs = LOOK_EVERY_MS }: WatchOptions<Worker>,
): Disposable & { readonly failed: AbortSignal } {
  const failure = new AbortController();
  const deadline = setTimeout(
    () => failure.abort(new WorkTimeoutError(`the worker was not done within ${workTimeoutMs} ms`)),
    workTimeoutMs,
  );
  let last = Number.NEGATIVE_INFINITY;
  const look = async () => {
    // Unreadable: the worker is gone, and whoever waits for it is told by it.
    const vitals = await vitalsOf?.(worker).catch(() => undefined);
    if (vitals === undefined) return;
    if (!vitals.isRunnable && vitals.cpuMs - last < LEAST_PROGRESS_MS) {
      failure.abort(new WorkerLostError(`the worker stood still for ${lookEveryMs} ms`));
    }
    last = vitals.cpuMs;
  };
  const looks = vitalsOf && setInterval(look, lookEveryMs);
  return {
    failed: failure.signal,
    [Symbol.dispose]: () => {
      clearTimeout(deadline);
      clearInterval(looks);
    },
  };
}
