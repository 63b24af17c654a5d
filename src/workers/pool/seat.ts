/**
 * A seat of a pool holds one worker, which runs one job at a time, and creates a new worker when that one is lost. A
 * job holds its seat until the seat can take the next job, so also while a worker that failed during the job is being
 * replaced.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Claim, Job, OwnText, WaitingCaller } from './job.ts';
import { rejectOnAbort, track } from './tasks.ts';
import { type Watched, type WatchOptions, watch } from './watch.ts';
import { isWorn, type Kept, noteUse, type WearOptions } from './wear.ts';

export interface SeatOptions<Worker> extends WatchOptions<Worker>, WearOptions {
  /** Creates a worker. When it throws, it is tried again with exponential back-off. */
  readonly create: () => Promise<Worker>;
  /** Destroys a worker in any state; must not throw. */
  readonly destroy: (worker: Worker) => Promise<void>;
  /** Resolves when a worker has ended, for any reason, with what ended it; must not reject. */
  readonly ended: (worker: Worker) => Promise<Error>;
  /** Clears a worker after a job, when the caller already has the answer. A worker whose reset throws is replaced. */
  readonly reset?: (worker: Worker) => Promise<void>;
  /**
   * Called with every error that made a worker be replaced, and with the company's own text that caused it, if any;
   * also with every failed `create`.
   */
  readonly onFault: (error: unknown, text: OwnText, waiting: WaitingCaller) => void;
}

interface SeatPool<Worker> {
  /** Background tasks that the pool awaits when it closes. */
  readonly upkeep: Set<Promise<unknown>>;
  /** Fires when the pool is closed: no more workers are created. */
  readonly over: AbortSignal;
  /** Called when the seat can take a job. */
  readonly onFree: () => void;
  /** Called when the worker is lost. @returns whether the seat creates another */
  readonly onLost: (seat: Seat<Worker>) => boolean;
}

/** The first and the longest delay between attempts at creating a worker. */
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/**
 * How long a job may go on whose caller is gone. Then its worker is destroyed. Almost every document is made within it,
 * and a new worker is slow at first: the first ten seconds of a render process cost two to three core seconds more than
 * those of one whose code V8 has optimized (measured, Word files of 10 pages).
 */
const ABANDON_GRACE_MS = 1_000;

export class Seat<Worker> {
  readonly #options: SeatOptions<Worker>;
  readonly #pool: SeatPool<Worker>;
  #kept: Kept<Worker> | undefined;
  #hold: Claim | undefined;
  #problem: unknown;

  constructor(options: SeatOptions<Worker>, pool: SeatPool<Worker>) {
    this.#options = options;
    this.#pool = pool;
  }

  get hasWorker(): boolean {
    return this.#kept !== undefined;
  }

  get isFree(): boolean {
    return this.#kept !== undefined && this.#hold === undefined;
  }

  get isWorn(): boolean {
    return this.#kept !== undefined && isWorn(this.#kept, this.#options);
  }

  /** Whose job has the worker, also while the worker that it lost is replaced. */
  get hold(): Claim | undefined {
    return this.#hold;
  }

  /** Why the last attempt at creating a worker failed; undefined when it succeeded. */
  get problem(): unknown {
    return this.#problem;
  }

  /** Creates the worker. @throws what `create` throws */
  async open(): Promise<void> {
    this.#kept = this.#keep(await this.#options.create());
  }

  /** Creates the worker, with as many attempts as it takes. */
  async fill(): Promise<void> {
    const { over } = this.#pool;
    for (let wait = FIRST_RETRY_MS; !over.aborted; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
      try {
        // In one tick: whoever finds a worker here that is not held takes the seat.
        this.#kept = this.#keep(await this.#options.create());
        this.#problem = undefined;
        return this.#free();
      } catch (error) {
        this.#problem = error;
        this.#options.onFault(error, {}, {});
        await delay(wait, undefined, { signal: over }).catch(() => {});
      }
    }
  }

  /** Reserves the seat for a job. `run` must follow. */
  take({ company, owner }: Claim): void {
    this.#hold = { company, owner };
  }

  /** Runs the job that has taken the seat. @throws what the job throws, or the reason why it was stopped */
  async run<Result>(job: Job<Worker, Result>): Promise<Result> {
    const kept = this.#kept as Kept<Worker>;
    const watched = watch(kept.worker, this.#options, job);
    const running = job.work(kept.worker);
    track(this.#pool.upkeep, this.#finish(kept, job, running, watched));
    return await Promise.race([running, rejectOnAbort(watched.failed), rejectOnAbort(job.signal)]);
  }

  /** Destroys the worker. */
  async close(): Promise<void> {
    const last = this.#kept;
    this.#kept = undefined;
    if (last !== undefined) await this.#options.destroy(last.worker);
  }

  /** Waits for the end of the job and makes the seat ready for the next one. */
  async #finish(
    kept: Kept<Worker>,
    job: Job<Worker>,
    running: Promise<unknown>,
    watched: Watched,
  ): Promise<void> {
    try {
      await this.#endOf(running, watched, job);
      await this.#clear(kept.worker);
      if (kept.end !== undefined) throw kept.end;
      noteUse(kept, job, this.#options);
      this.#free();
    } catch (error) {
      // A caller who hung up says nothing about the text.
      await this.#replace(error, job.signal.aborted ? {} : job);
    }
  }

  /** Resolves when the job has ended. Rejects when it fails, or has not ended within the grace period. */
  async #endOf(running: Promise<unknown>, watched: Watched, { signal }: Job<Worker>): Promise<void> {
    using _ = watched;
    const abandoned = rejectOnAbort(signal).catch(async (reason) => {
      await delay(ABANDON_GRACE_MS, undefined, { ref: false });
      throw reason;
    });
    await Promise.race([running, rejectOnAbort(watched.failed), abandoned]);
  }

  /** Watched as a job is, or a worker whose reset never ends would be lost to the pool. */
  async #clear(worker: Worker): Promise<void> {
    if (this.#options.reset === undefined) return;
    using watched = watch(worker, this.#options);
    await Promise.race([this.#options.reset(worker), rejectOnAbort(watched.failed)]);
  }

  async #replace(
    error: unknown,
    { owner, sha256, company, requestId }: OwnText & WaitingCaller,
  ): Promise<void> {
    this.#options.onFault(error, { owner, sha256 }, { company, requestId });
    await this.close();
    if (this.#pool.onLost(this)) await this.fill();
  }

  #free(): void {
    this.#hold = undefined;
    this.#pool.onFree();
  }

  #keep(worker: Worker): Kept<Worker> {
    const kept = {
      worker,
      madeAt: performance.now(),
      uses: 0,
      isHeavy: false,
      end: undefined as Error | undefined,
    };
    this.#options.ended(worker).then((end) => {
      kept.end = end;
      if (this.#kept !== kept || this.#hold !== undefined) return;
      track(this.#pool.upkeep, this.#replace(end, {}));
    });
    return kept;
  }
}
