/**
 * A pool of kept workers: browsers with a page, child processes. It is blind to what it holds: closures make, clear
 * and end a worker.
 *
 * Two clocks run over a job, one while it waits for a worker and one while it works. A job that throws costs its
 * worker: the pool ends it and makes another. A job that fails for a reason of its own returns the failure instead.
 */
import { setTimeout as delay } from 'node:timers/promises';

export interface PoolOptions<Worker> {
  /** Workers kept. */
  readonly size: number;
  /** Jobs that may wait beyond those at work; one more is refused at once. */
  readonly maxQueue: number;
  readonly waitTimeoutMs: number;
  readonly workTimeoutMs: number;
  /** How long an abandoned job may take to come to its end before its worker is ended. */
  readonly abandonGraceMs: number;
  /** A worker is replaced after so many jobs, so that whatever leaks inside it is bounded. */
  readonly maxUses: number;
  /** Makes a worker; while it throws, the pool tries again, ever more slowly. */
  readonly create: () => Promise<Worker>;
  /** Ends a worker, however broken it is; must not throw. */
  readonly destroy: (worker: Worker) => Promise<void>;
  /** Whether a worker can still take a job. */
  readonly isAlive: (worker: Worker) => boolean;
  /** Clears a worker after a job, when the caller has its answer. A throw costs the worker. */
  readonly reset?: (worker: Worker) => Promise<void>;
  /** Told of everything that cost a worker, and of every failed try at making one. */
  readonly onFault: (error: unknown) => void;
}

/** No room for the job now, or none in time; it may come again. */
export class PoolFullError extends Error {
  override readonly name = 'PoolFullError';
}

/** The job ran past `workTimeoutMs`. */
export class WorkTimeoutError extends Error {
  override readonly name = 'WorkTimeoutError';
}

interface Slot<Worker> {
  readonly worker: Worker;
  uses: number;
}

interface Waiter<Worker> {
  readonly take: (slot: Slot<Worker>) => void;
  readonly refuse: (reason: unknown) => void;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

export class Pool<Worker> {
  readonly #options: PoolOptions<Worker>;
  readonly #idle: Slot<Worker>[] = [];
  /** Jobs without a worker, in order of arrival. */
  readonly #waiters = new Set<Waiter<Worker>>();
  /** What `close` waits for: jobs at work, and workers being made, cleared or ended. */
  readonly #underWay = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(options: PoolOptions<Worker>) {
    this.#options = options;
  }

  /** Makes the workers. @throws the first failure when not one could be made */
  async start(): Promise<void> {
    const tries = await Promise.allSettled(
      Array.from({ length: this.#options.size }, async () =>
        this.#give({ worker: await this.#options.create(), uses: 0 }),
      ),
    );
    const failures = tries.filter((attempt) => attempt.status === 'rejected');
    if (failures.length === tries.length) throw failures[0]?.reason;
    for (const { reason } of failures) {
      this.#options.onFault(reason);
      this.#track(this.#make());
    }
  }

  /** Whether a job that came now would be refused. */
  get isFull(): boolean {
    return (
      this.#closing.signal.aborted ||
      (this.#idle.length === 0 && this.#waiters.size >= this.#options.maxQueue)
    );
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  /**
   * Runs `work` on a worker that nothing else uses meanwhile. When the caller aborts or the time is over, it is told
   * at once; the work is given a moment to end, and is ended with its worker after that.
   * @throws PoolFullError, WorkTimeoutError, the caller's abort reason, or what `work` threw
   */
  async use<Result>(signal: AbortSignal, work: (worker: Worker) => Promise<Result>): Promise<Result> {
    const slot = await this.#acquire(signal);
    if (signal.aborted) {
      this.#give(slot);
      throw signal.reason;
    }
    const { workTimeoutMs } = this.#options;
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new WorkTimeoutError(`the job ran past its ${workTimeoutMs} ms`)),
      workTimeoutMs,
    );
    const stop = AbortSignal.any([signal, deadline.signal]);
    const running = work(slot.worker);
    this.#track(this.#takeBack(slot, running, stop));
    try {
      return await Promise.race([running, rejectOnAbort(stop)]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Refuses new jobs, lets the accepted ones finish, then ends the workers. */
  async close(): Promise<void> {
    this.#closing.abort();
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    await Promise.all(this.#idle.splice(0).map((slot) => this.#options.destroy(slot.worker)));
  }

  async #acquire(signal: AbortSignal): Promise<Slot<Worker>> {
    signal.throwIfAborted();
    if (this.#closing.signal.aborted) throw new PoolFullError('the pool is closing');
    for (let slot = this.#idle.pop(); slot !== undefined; slot = this.#idle.pop()) {
      if (this.#options.isAlive(slot.worker)) return slot;
      this.#options.onFault(new Error('a worker died while it was idle'));
      this.#track(this.#replace(slot));
    }
    const { maxQueue, waitTimeoutMs } = this.#options;
    if (this.#waiters.size >= maxQueue) throw new PoolFullError(`${maxQueue} jobs are waiting already`);
    return await new Promise((resolve, reject) => {
      // Leaves the queue in the same step that settles the promise, or a worker could be given to nobody.
      const leave = () => {
        this.#waiters.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter<Worker> = {
        take: (slot) => {
          leave();
          resolve(slot);
        },
        refuse: (reason) => {
          leave();
          reject(reason);
        },
      };
      const onAbort = () => waiter.refuse(signal.reason);
      const timer = setTimeout(
        () => waiter.refuse(new PoolFullError(`no worker came free within ${waitTimeoutMs} ms`)),
        waitTimeoutMs,
      );
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiters.add(waiter);
    });
  }

  #give(slot: Slot<Worker>): void {
    const [next] = this.#waiters;
    if (next === undefined) this.#idle.push(slot);
    else next.take(slot);
  }

  /** Sees a job to its end and puts its worker, or another, back to work. */
  async #takeBack(slot: Slot<Worker>, running: Promise<unknown>, stop: AbortSignal): Promise<void> {
    try {
      await Promise.race([running, this.#abandoned(stop)]);
      await this.#clear(slot.worker);
      slot.uses += 1;
      if (slot.uses < this.#options.maxUses && this.#options.isAlive(slot.worker)) return this.#give(slot);
    } catch (error) {
      this.#options.onFault(error);
    }
    await this.#replace(slot);
  }

  /** A worker that does not come back from being cleared would be lost to the pool for good. */
  async #clear(worker: Worker): Promise<void> {
    const { reset, workTimeoutMs } = this.#options;
    if (reset === undefined) return;
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new WorkTimeoutError(`the worker was not cleared within ${workTimeoutMs} ms`)),
      workTimeoutMs,
    );
    try {
      await Promise.race([reset(worker), promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #replace(slot: Slot<Worker>): Promise<void> {
    await this.#options.destroy(slot.worker);
    await this.#make();
  }

  /** Rejects when the job was stopped and has still not come to its end after the grace. */
  async #abandoned(stop: AbortSignal): Promise<never> {
    await rejectOnAbort(stop).catch(() => delay(this.#options.abandonGraceMs, undefined, { ref: false }));
    throw stop.reason;
  }

  async #make(): Promise<void> {
    let wait = FIRST_RETRY_MS;
    while (!this.#closing.signal.aborted || this.#waiters.size > 0) {
      try {
        return this.#give({ worker: await this.#options.create(), uses: 0 });
      } catch (error) {
        this.#options.onFault(error);
        await delay(wait);
        wait = Math.min(2 * wait, LAST_RETRY_MS);
      }
    }
  }

  #track(task: Promise<void>): void {
    const tracked = task.finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
