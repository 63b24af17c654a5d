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
  /** Resolves when a worker has ended, for whatever reason; must not reject. */
  readonly ended: (worker: Worker) => Promise<unknown>;
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

/** What took a worker may be taking the others: a moment later the pool knows which are left. */
const SECOND_TRY_AFTER_MS = 100;

export class Pool<Worker> {
  readonly #options: PoolOptions<Worker>;
  /** Workers that can take a job or have one. */
  readonly #slots = new Set<Slot<Worker>>();
  readonly #idle: Slot<Worker>[] = [];
  /** Workers of any state: at work, idle, being made or being ended. */
  #count = 0;
  /** Jobs without a worker, the next one first. */
  readonly #waiters: Waiter<Worker>[] = [];
  readonly #jobs = new Set<Promise<unknown>>();
  /** Workers being cleared, made or ended. */
  readonly #upkeep = new Set<Promise<unknown>>();
  #isClosing = false;
  /** Fires when the last job is done and the pool is closing. */
  readonly #over = new AbortController();

  constructor(options: PoolOptions<Worker>) {
    this.#options = options;
  }

  /** Makes the first worker; the others follow while it works. @throws when it cannot be made */
  async start(): Promise<void> {
    const slot = this.#newSlot(await this.#options.create());
    this.#count = 1;
    this.#putToWork(slot);
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  /**
   * Runs `work` on a worker that nothing else uses meanwhile, and once more on another when the first was lost under
   * it. When the caller aborts or the time is over, it is told at once; the work is given a moment to end, and is
   * ended with its worker after that.
   * @throws PoolFullError, WorkTimeoutError, WorkerLostError, the caller's abort reason, or what `work` threw
   */
  async use<Result>(signal: AbortSignal, work: (worker: Worker) => Promise<Result>): Promise<Result> {
    if (this.#isClosing) throw new PoolFullError('the pool is closing');
    return await track(this.#jobs, this.#runTwice(signal, work));
  }

  /** Refuses new jobs, lets the accepted ones finish, then ends the workers. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await allOf(this.#jobs);
    this.#over.abort();
    await allOf(this.#upkeep);
    const rest = this.#idle.splice(0);
    await Promise.all(rest.map(({ worker }) => this.#options.destroy(worker)));
  }

  async #runTwice<Result>(signal: AbortSignal, work: (worker: Worker) => Promise<Result>): Promise<Result> {
    try {
      return await this.#run(await this.#acquire(signal), signal, work);
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      await delay(SECOND_TRY_AFTER_MS, undefined, { signal }).catch(() => {});
      return await this.#run(await this.#acquire(signal, 'before all others'), signal, work);
    }
  }

  async #run<Result>(
    slot: Slot<Worker>,
    signal: AbortSignal,
    work: (worker: Worker) => Promise<Result>,
  ): Promise<Result> {
    if (signal.aborted) {
      this.#putToWork(slot);
      throw signal.reason;
    }
    using watched = watch(slot.worker, this.#options);
    const stop = AbortSignal.any([signal, watched.failed]);
    const running = work(slot.worker);
    track(this.#upkeep, this.#takeBack(slot, running, stop));
    return await Promise.race([running, rejectOnAbort(stop)]);
  }

  /** @param turn whose turn it is when no worker is idle; who has waited before does not wait behind all others again */
  async #acquire(signal: AbortSignal, turn?: 'before all others'): Promise<Slot<Worker>> {
    signal.throwIfAborted();
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const { maxQueue, waitTimeoutMs } = this.#options;
    if (turn === undefined && this.#waiters.length >= maxQueue)
      throw new PoolFullError(`${maxQueue} jobs are waiting already`);
    return await new Promise((resolve, reject) => {
      // Leaves the queue in the same step that settles the promise, or a worker could be given to nobody.
      const leave = () => {
        const place = this.#waiters.indexOf(waiter);
        if (place !== -1) this.#waiters.splice(place, 1);
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
      if (turn === undefined) this.#waiters.push(waiter);
      else this.#waiters.unshift(waiter);
    });
  }

  /** Sees a job to its end and puts its worker, or another, back to work. */
  async #takeBack(slot: Slot<Worker>, running: Promise<unknown>, stop: AbortSignal): Promise<void> {
    try {
      await Promise.race([running, this.#abandoned(stop)]);
      await this.#clear(slot.worker);
      noteUse(slot, this.#options);
    } catch (error) {
      this.#options.onFault(error);
      return await this.#end(slot);
    }
    this.#putToWork(slot);
  }

  /** Rejects when the job was stopped and has still not come to its end after the grace. */
  async #abandoned(stop: AbortSignal): Promise<never> {
    await rejectOnAbort(stop).catch(() => delay(this.#options.abandonGraceMs, undefined, { ref: false }));
    throw stop.reason;
  }

  /** A worker that does not come back from being cleared would be lost to the pool for good. */
  async #clear(worker: Worker): Promise<void> {
    if (this.#options.reset === undefined) return;
    using watched = watch(worker, this.#options);
    await Promise.race([this.#options.reset(worker), rejectOnAbort(watched.failed)]);
  }

  /** Gives a worker that is free to who has waited longest. */
  #putToWork(slot: Slot<Worker>): void {
    const [next] = this.#waiters;
    if (slot.hasEnded) this.#bury(slot);
    else if (this.#isSurplus(slot)) track(this.#upkeep, this.#end(slot));
    else if (next === undefined) this.#idle.push(slot);
    else next.take(slot);
    this.#settle();
  }

  /** Whether it is worn and its successor is there. */
  #isSurplus(slot: Slot<Worker>): boolean {
    return this.#slots.size > this.#options.size && isWorn(slot, this.#options);
  }

  /** One of the workers died while nobody used it. */
  #bury(slot: Slot<Worker>): void {
    this.#options.onFault(new Error('a worker died while it was idle'));
    track(this.#upkeep, this.#end(slot));
  }

  async #end(slot: Slot<Worker>): Promise<void> {
    this.#slots.delete(slot);
    await this.#options.destroy(slot.worker);
    this.#count -= 1;
    this.#settle();
  }

  /** Makes the workers that are missing, and a successor for one that is worn, which leaves when that is there. */
  #settle(): void {
    const { size } = this.#options;
    const surplus = this.#idle.findIndex((slot) => this.#isSurplus(slot));
    if (surplus !== -1)
      for (const slot of this.#idle.splice(surplus, 1)) track(this.#upkeep, this.#end(slot));
    const hasWorn = [...this.#slots].some((slot) => isWorn(slot, this.#options));
    while (this.#count < (hasWorn ? size + 1 : size) && !this.#over.signal.aborted) {
      this.#count += 1;
      track(this.#upkeep, this.#make());
    }
  }

  /** Adds a new worker, however often that has to be tried. */
  async #make(): Promise<void> {
    for (let wait = FIRST_RETRY_MS; !this.#over.signal.aborted; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
      try {
        const slot = this.#newSlot(await this.#options.create());
        return this.#putToWork(slot);
      } catch (error) {
        this.#options.onFault(error);
        await delay(wait, undefined, { signal: this.#over.signal }).catch(() => {});
      }
    }
  }

  #newSlot(worker: Worker): Slot<Worker> {
    const slot = { worker, madeAt: performance.now(), uses: 0, isHeavy: false, hasEnded: false };
    this.#slots.add(slot);
    this.#options.ended(worker).then(() => {
      slot.hasEnded = true;
      const place = this.#idle.indexOf(slot);
      if (place === -1) return;
      this.#idle.splice(place, 1);
      this.#bury(slot);
    });
    return slot;
  }
}

/** Keeps a task in a set until it is done. */
function track<Result>(tasks: Set<Promise<unknown>>, task: Promise<Result>): Promise<Result> {
  const tracked = task.finally(() => tasks.delete(tracked));
  tasks.add(tracked);
  return tracked;
}

/** @returns when the set is empty, whatever is added meanwhile */
async function allOf(tasks: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (tasks.size > 0) await Promise.allSettled(tasks);
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
