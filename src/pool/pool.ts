/**
 * A pool of kept workers: browsers with a page, child processes. It is blind to what it holds: closures make, clear
 * and end a worker.
 *
 * Two clocks run over a job, one while it waits for a worker and one while it works. A job that throws costs its
 * worker: the pool ends it and makes another. A job that fails for a reason of its own returns the failure instead.
 * A worker that is worn goes on until its successor is ready, and only one successor is made at a time.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { PoolFullError, WorkerLostError } from './errors.ts';
import { type WatchOptions, watch } from './watch.ts';
import { isWorn, noteUse, type Slot, type WearOptions } from './wear.ts';

export interface PoolOptions<Worker> extends WatchOptions<Worker>, WearOptions {
  /** Workers kept. */
  readonly size: number;
  /** Jobs that may wait beyond those at work; one more is refused at once. */
  readonly maxQueue: number;
  readonly waitTimeoutMs: number;
  /** How long an abandoned job may take to come to its end before its worker is ended. */
  readonly abandonGraceMs: number;
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
  /** For the next worn worker that comes back. */
  #successor: Slot<Worker> | undefined;
  #makesSuccessor = false;

  constructor(options: PoolOptions<Worker>) {
    this.#options = options;
  }

  /**
   * Makes the first worker; the others follow while it works, so that they do not hold up each other.
   * @throws when it cannot be made
   */
  async start(): Promise<void> {
    this.#give(await this.#newSlot());
    this.#track(this.#fill());
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  /**
   * Runs `work` on a worker that nothing else uses meanwhile, and once more on another when the first was lost under
   * it. When the caller aborts or the time is over, it is told at once; the work is given a moment to end, and is
   * ended with its worker after that.
   * @throws PoolFullError, WorkTimeoutError, WorkerLostError, the caller's abort reason, or what `work` threw
   */
  async use<Result>(signal: AbortSignal, work: (worker: Worker) => Promise<Result>): Promise<Result> {
    if (this.#closing.signal.aborted) throw new PoolFullError('the pool is closing');
    try {
      return await this.#run(signal, work);
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      return await this.#run(signal, work);
    }
  }

  /** Refuses new jobs, lets the accepted ones finish, then ends the workers. */
  async close(): Promise<void> {
    this.#closing.abort();
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    const rest = [...this.#idle.splice(0), ...(this.#successor === undefined ? [] : [this.#successor])];
    this.#successor = undefined;
    await Promise.all(rest.map((slot) => this.#options.destroy(slot.worker)));
  }

  async #run<Result>(signal: AbortSignal, work: (worker: Worker) => Promise<Result>): Promise<Result> {
    const slot = await this.#acquire(signal);
    if (signal.aborted) {
      this.#give(slot);
      throw signal.reason;
    }
    using watched = watch(slot.worker, this.#options);
    const stop = AbortSignal.any([signal, watched.failed]);
    const running = work(slot.worker);
    this.#track(this.#takeBack(slot, running, stop));
    return await Promise.race([running, rejectOnAbort(stop)]);
  }

  async #acquire(signal: AbortSignal): Promise<Slot<Worker>> {
    signal.throwIfAborted();
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
      noteUse(slot, this.#options);
      if (this.#options.isAlive(slot.worker)) return await this.#putBack(slot);
    } catch (error) {
      this.#options.onFault(error);
    }
    await this.#replace(slot);
  }

  /** A worker that does not come back from being cleared would be lost to the pool for good. */
  async #clear(worker: Worker): Promise<void> {
    if (this.#options.reset === undefined) return;
    using watched = watch(worker, this.#options);
    await Promise.race([this.#options.reset(worker), rejectOnAbort(watched.failed)]);
  }

  /** A worn worker leaves when its successor is there, and works on until then. */
  async #putBack(slot: Slot<Worker>): Promise<void> {
    if (!isWorn(slot, this.#options)) return this.#give(slot);
    if (this.#successor !== undefined) {
      this.#give(this.#successor);
      this.#successor = undefined;
      return await this.#options.destroy(slot.worker);
    }
    this.#give(slot);
    if (this.#makesSuccessor || this.#closing.signal.aborted) return;
    this.#makesSuccessor = true;
    this.#track(this.#makeSuccessor());
  }

  async #makeSuccessor(): Promise<void> {
    const successor = await this.#tryForSlot();
    this.#makesSuccessor = false;
    const worn = this.#idle.findIndex((slot) => isWorn(slot, this.#options));
    if (worn === -1) {
      this.#successor = successor;
      return;
    }
    const [slot] = this.#idle.splice(worn, 1);
    if (successor !== undefined) this.#give(successor);
    if (slot !== undefined) await this.#options.destroy(slot.worker);
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

  async #fill(): Promise<void> {
    for (let made = 1; made < this.#options.size && !this.#closing.signal.aborted; made += 1)
      await this.#make();
  }

  async #make(): Promise<void> {
    const slot = await this.#tryForSlot();
    if (slot !== undefined) this.#give(slot);
  }

  /** A new worker, however often it takes; undefined when the pool closes meanwhile and nobody waits for one. */
  async #tryForSlot(): Promise<Slot<Worker> | undefined> {
    let wait = FIRST_RETRY_MS;
    while (!this.#closing.signal.aborted || this.#waiters.size > 0) {
      try {
        return await this.#newSlot();
      } catch (error) {
        this.#options.onFault(error);
        await delay(wait);
        wait = Math.min(2 * wait, LAST_RETRY_MS);
      }
    }
    return undefined;
  }

  async #newSlot(): Promise<Slot<Worker>> {
    return { worker: await this.#options.create(), madeAt: performance.now(), uses: 0, isHeavy: false };
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
