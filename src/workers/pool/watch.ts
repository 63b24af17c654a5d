import type { Vitals } from '../processes/vitals.ts';
import { OutOfMemoryError, WorkerLostError, WorkTimeoutError } from './errors.ts';
import type { OwnText } from './job.ts';

export interface WatchOptions<Worker> {
  /** Timeout of one job, and of clearing the worker after it. */
  readonly workTimeoutMs: number;
  /** Name of the setting of `workTimeoutMs`, for the error. */
  readonly workTimeoutSetting?: string | undefined;
  /** Without it, a worker that hangs or grows is not noticed. Throws when the worker is gone. */
  readonly vitalsOf?: (worker: Worker) => Vitals;
  /** Most memory that a worker may have allocated during a job. */
  readonly maxBytesAtWork?: number;
  /** Most processor time that a job with a company's own text may use. */
  readonly maxCpuMsOfOwnText?: number;
  /** A worker that uses no processor time for so long is hanging. */
  readonly stillAfterMs?: number;
}

export interface Watched extends Disposable {
  /** Fires when the job has failed, with WorkTimeoutError, WorkerLostError or OutOfMemoryError. */
  readonly failed: AbortSignal;
}

/**
 * Interval at which the vitals are read. Almost every job ends before the first reading. A job that allocates as fast
 * as it can takes 250 MB between two readings (measured with Chromium 153).
 */
const LOOK_EVERY_MS = 250;

const STILL_AFTER_MS = 1_000;

/**
 * A starting process waits for its disk, its children and its parent without using the processor: on a machine with other
 * work for more than 2.5 s (measured).
 */
export const STILL_AT_START_AFTER_MS = 10_000;

/** Two ticks of the kernel's clock: while a renderer is stopped, its browser process may still use a little. */
const LEAST_PROGRESS_MS = 20;

/** When a reading comes this late, this process was busy: the worker may have waited for it, and is not at fault. */
const LATE_MS = 2 * LOOK_EVERY_MS;

/**
 * Watches a worker during a job. Disposing stops the watch.
 * @param text whose text the job is for, when it is a company's own
 */
export function watch<Worker>(worker: Worker, options: WatchOptions<Worker>, text: OwnText = {}): Watched {
  const { workTimeoutMs, stillAfterMs = STILL_AFTER_MS } = options;
  const maxBytes = options.maxBytesAtWork ?? Number.POSITIVE_INFINITY;
  const maxCpuMs =
    (text.owner === undefined ? undefined : options.maxCpuMsOfOwnText) ?? Number.POSITIVE_INFINITY;
  const failure = new AbortController();
  const fail = (reason: unknown) => failure.abort(reason);
  const deadline = setTimeout(() => fail(timeoutOf(options)), workTimeoutMs);
  let lookedAt = performance.now();
  let first: Vitals | undefined;
  /** Start of the interval over which progress is measured. */
  let since = { at: lookedAt, cpuMs: 0 };
  const look = () => {
    const now = performance.now();
    const isLate = now - lookedAt > LATE_MS;
    lookedAt = now;
    // When the vitals cannot be read, the worker is gone; the job learns that from the worker itself.
    const vitals = vitalsUnlessGone(worker, options);
    if (vitals === undefined) return;
    const { cpuMs, ownBytes } = vitals;
    if (first === undefined || isLate) since = { at: now, cpuMs };
    first ??= vitals;
    if (ownBytes > maxBytes) fail(outOfMemory(vitals));
    if (cpuMs - first.cpuMs > maxCpuMs)
      fail(new WorkTimeoutError(`the text took ${maxCpuMs} ms of processor time`));
    if (now - since.at < stillAfterMs) return;
    const isStill = cpuMs - since.cpuMs < LEAST_PROGRESS_MS;
    since = { at: now, cpuMs };
    if (isStill && !vitals.isRunnable())
      fail(new WorkerLostError(`the worker used no processor time for ${stillAfterMs} ms`));
  };
  const looks = options.vitalsOf && setInterval(look, LOOK_EVERY_MS);
  return {
    failed: failure.signal,
    [Symbol.dispose]: () => {
      clearTimeout(deadline);
      clearInterval(looks);
    },
  };
}

function vitalsUnlessGone<Worker>(worker: Worker, { vitalsOf }: WatchOptions<Worker>): Vitals | undefined {
  try {
    return vitalsOf?.(worker);
  } catch {
    return undefined;
  }
}

function timeoutOf({ workTimeoutMs, workTimeoutSetting }: WatchOptions<never>): WorkTimeoutError {
  const cure =
    workTimeoutSetting === undefined ? '' : `; if such documents are right, raise ${workTimeoutSetting}`;
  return new WorkTimeoutError(`the worker was not done within ${workTimeoutMs} ms${cure}`);
}

function outOfMemory({ ownBytes }: Vitals): OutOfMemoryError {
  return new OutOfMemoryError(`the worker grew to ${Math.round(ownBytes / 1_048_576)} MiB during the job`);
}
