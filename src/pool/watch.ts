import { OutOfMemoryError, WorkerLostError, WorkTimeoutError } from './errors.ts';
import type { OwnText } from './job.ts';

export interface WatchOptions<Worker> {
  /** Longest time that a worker may take over one job, or over being cleared. */
  readonly workTimeoutMs: number;
  /** Name of the setting of `workTimeoutMs`, for the error. */
  readonly workTimeoutSetting?: string | undefined;
  /** Without it, a worker that stands still or grows is not noticed. */
  readonly vitalsOf?: (worker: Worker) => Promise<Vitals>;
  /** Most memory of its own that a worker may have during a job. */
  readonly maxBytesAtWork?: number;
  /** Most processor time that a job for a text of a company's own may take of its worker. */
  readonly maxCpuMsOfOwnText?: number;
  /** How long a worker may use no processor time. */
  readonly stillAfterMs?: number;
}

export interface Vitals {
  /**
   * Milliseconds of processor time that the worker has used in its life. A worker at work uses it all the time; one that
   * was stopped, or waits for something that will not come, uses none.
   */
  readonly cpuMs: number;
  /** Whether it would run if the machine had a processor or a disk free for it. */
  readonly isRunnable: boolean;
  /** Memory that is the worker's own. */
  readonly ownBytes: number;
}

export interface Watched extends Disposable {
  /** Fires when the work is to be given up: WorkTimeoutError, WorkerLostError, OutOfMemoryError, or what `fail` is given. */
  readonly failed: AbortSignal;
  readonly fail: (reason: unknown) => void;
}

/**
 * Between two looks at the vitals. Almost every job is over before the first; a job that takes all the memory it can
 * get takes 250 MB between two (measured with Chromium 153).
 */
const LOOK_EVERY_MS = 250;

const STILL_AFTER_MS = 1_000;

/** A start reads from the disk, and may wait for it without using the processor. */
export const STILL_AT_START_AFTER_MS = 2_500;

/** Two ticks of the kernel's clock: the browser process of a stopped renderer may still do a little. */
const LEAST_PROGRESS_MS = 20;

/**
 * A look that comes so long after the one before says that this thread was busy: the worker may have waited for it, and
 * did nothing wrong.
 */
const LATE_MS = 2 * LOOK_EVERY_MS;

/**
 * Watches a worker at work. Disposing ends the watch.
 * @param text the text of a company's own that the work is for
 */
export function watch<Worker>(worker: Worker, options: WatchOptions<Worker>, text: OwnText = {}): Watched {
  const { workTimeoutMs, vitalsOf, stillAfterMs = STILL_AFTER_MS } = options;
  const maxBytes = options.maxBytesAtWork ?? Number.POSITIVE_INFINITY;
  const maxCpuMs =
    (text.owner === undefined ? undefined : options.maxCpuMsOfOwnText) ?? Number.POSITIVE_INFINITY;
  const failure = new AbortController();
  const fail = (reason: unknown) => failure.abort(reason);
  const deadline = setTimeout(() => fail(timeoutOf(options)), workTimeoutMs);
  let lookedAt = performance.now();
  let first: Vitals | undefined;
  /** From when on, and from which processor time on, progress is measured. */
  let since = { at: lookedAt, cpuMs: 0 };
  const look = async () => {
    const now = performance.now();
    const isLate = now - lookedAt > LATE_MS;
    lookedAt = now;
    // Unreadable: the worker is gone, and whoever waits for it hears that from the worker itself.
    const vitals = await vitalsOf?.(worker).catch(() => undefined);
    if (vitals === undefined) return;
    const { cpuMs, ownBytes, isRunnable } = vitals;
    if (first === undefined || isLate) since = { at: now, cpuMs };
    first ??= vitals;
    if (ownBytes > maxBytes) fail(outOfMemory(vitals));
    if (cpuMs - first.cpuMs > maxCpuMs)
      fail(new WorkTimeoutError(`the text took ${maxCpuMs} ms of processor time`));
    if (now - since.at < stillAfterMs) return;
    if (!isRunnable && cpuMs - since.cpuMs < LEAST_PROGRESS_MS)
      fail(new WorkerLostError(`the worker used no processor time for ${stillAfterMs} ms`));
    since = { at: now, cpuMs };
  };
  const looks = vitalsOf && setInterval(look, LOOK_EVERY_MS);
  return {
    failed: failure.signal,
    fail,
    [Symbol.dispose]: () => {
      clearTimeout(deadline);
      clearInterval(looks);
    },
  };
}

function timeoutOf({ workTimeoutMs, workTimeoutSetting }: WatchOptions<never>): WorkTimeoutError {
  const cure =
    workTimeoutSetting === undefined ? '' : `; if such documents are right, raise ${workTimeoutSetting}`;
  return new WorkTimeoutError(`the worker was not done within ${workTimeoutMs} ms${cure}`);
}

function outOfMemory({ ownBytes }: Vitals): OutOfMemoryError {
  return new OutOfMemoryError(`the worker grew to ${Math.round(ownBytes / 1_048_576)} MiB during the job`);
}
