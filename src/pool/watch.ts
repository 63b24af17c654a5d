import { OutOfMemoryError, WorkerLostError, WorkTimeoutError } from './errors.ts';

export interface WatchOptions<Worker> {
  /** Longest time that a worker may take over one job, or over being cleared. */
  readonly workTimeoutMs: number;
  /** Name of the setting of `workTimeoutMs`, for the error. */
  readonly workTimeoutSetting?: string | undefined;
  /** Without it, a worker that stands still or grows is not noticed. */
  readonly vitalsOf?: (worker: Worker) => Promise<Vitals>;
  /** Most memory of its own that a worker may have during a job. */
  readonly maxBytesAtWork?: number;
  /** Between two looks at the vitals; 1,000 by default. A worker that stands still is noticed at the second. */
  readonly lookEveryMs?: number;
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

/** Almost every job is over before the first look. */
const LOOK_EVERY_MS = 1_000;

/** A start reads from the disk, and may wait for it without using the processor. */
export const LOOK_AT_START_EVERY_MS = 2_500;

/** Two ticks of the kernel's clock: the browser process of a stopped renderer may still do a little. */
const LEAST_PROGRESS_MS = 20;

/** A look that comes after more than so many of its intervals is late. */
const LATE = 1.5;

/** Watches a worker at work. Disposing ends the watch. */
export function watch<Worker>(worker: Worker, options: WatchOptions<Worker>): Watched {
  const { workTimeoutMs, vitalsOf, lookEveryMs = LOOK_EVERY_MS } = options;
  const failure = new AbortController();
  const fail = (reason: unknown) => failure.abort(reason);
  const deadline = setTimeout(() => fail(timeoutOf(options)), workTimeoutMs);
  let last = Number.NEGATIVE_INFINITY;
  let lookedAt = performance.now();
  const look = async () => {
    const now = performance.now();
    // A late look says that this thread was busy: the worker may have waited for it, and did nothing wrong.
    const isLate = now - lookedAt > LATE * lookEveryMs;
    lookedAt = now;
    // Unreadable: the worker is gone, and whoever waits for it hears that from the worker itself.
    const vitals = await vitalsOf?.(worker).catch(() => undefined);
    if (vitals === undefined) return;
    if (vitals.ownBytes > (options.maxBytesAtWork ?? Number.POSITIVE_INFINITY)) fail(outOfMemory(vitals));
    if (!isLate && !vitals.isRunnable && vitals.cpuMs - last < LEAST_PROGRESS_MS)
      fail(new WorkerLostError(`the worker used no processor time for ${lookEveryMs} ms`));
    last = vitals.cpuMs;
  };
  const looks = vitalsOf && setInterval(look, lookEveryMs);
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
