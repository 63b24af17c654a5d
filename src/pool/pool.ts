/**
 * A pool of kept workers: browsers with a page, child processes. It is blind to what it holds: closures make, clear
 * and end a worker.
 *
 * Two clocks run over a job, one while it waits for a worker and one while it works. A job that throws costs its
 * worker: the pool ends it and makes another. A job that fails for a reason of its own returns the failure instead.
 * A worker that is worn goes on until its successor is ready, and only one successor is made at a time.
 *
 * Whose turn it is when jobs wait, and which job must give its worker back, says turns.ts.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { PoolFullError, PreemptedError, WorkerLostError } from './errors.ts';
import { firstSignal } from './first-signal.ts';
import { Queue } from './queue.ts';
import { RestrictedOwners } from './restricted-owners.ts';
import { type Holding, nextJob, overstayed, type TurnOptions, type Waiting } from './turns.ts';
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
  /** Those of several pools may be the same; otherwise the pool has its own. */
  readonly restricted?: RestrictedOwners;
  /** How long the first worker has the machine for itself, unless a job must wait; otherwise the others follow at once. */
  readonly restAfterMs?: number;
  /** How long the job of an owner may hold a worker before somebody else's waiting counts; one second otherwise. */
  readonly graceMs?: number;
}

interface Job<Worker, Result> {
  readonly signal: AbortSignal;
  readonly work: (worker: Worker) => Promise<Result>;
  readonly owner: string | undefined;
}

/** What is left of a job's time, which goes on when it is preempted. */
interface Clocks {
  waitMs: number;
  workMs: number;
}

/**
 * A document of the catalogue takes 50 ms, one with 2,000 entries about a second. Who attacks costs others this much,
 * and the time to make a worker, each time that he is restricted.
 */
const GRACE_MS = 1_000;

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/** What took a worker may be taking the others: a moment later the pool knows which are left. */
const SECOND_TRY_AFTER_MS = 100;

export class Pool<Worker> {
  readonly #options: PoolOptions<Worker>;
  readonly #turns: TurnOptions;
  /** Workers that can take a job or have one. */
  readonly #slots = new Set<Slot<Worker>>();
  readonly #idle: Slot<Worker>[] = [];
  /** Workers of any state: at work, idle, being made or being ended. */
  #count = 0;
  /** One, until the others are to be made. */
  #wanted = 1;
  readonly #queue = new Queue<HeldSlot<Worker>>();
  readonly #jobs = new Set<Promise<unknown>>();
  /** Workers being cleared, made or ended. */
  readonly #upkeep = new Set<Promise<unknown>>();
  #isClosing = false;
  /** Fires when the last job is done and the pool is closing. */
  readonly #over = new AbortController();

  constructor(options: PoolOptions<Worker>) {
    this.#options = options;
    const { size, restricted = new RestrictedOwners() } = options;
    this.#turns = { size, restricted };
  }

  /** Makes the first worker; the others follow. @throws when it cannot be made */
  async start(): Promise<void> {
    const slot = this.#newSlot(await this.#options.create());
    this.#count = 1;
    this.#putToWork(slot);
    const { restAfterMs } = this.#options;
    if (restAfterMs === undefined) return this.#grow();
    const options = { ref: false, signal: this.#over.signal };
    delay(restAfterMs, undefined, options).then(
      () => this.#grow(),
      () => {},
    );
  }

  get waiting(): number {
    return this.#queue.waiters.length;
  }

  /**
   * Runs `work` on a worker that nothing else uses meanwhile, and once more on another when the first was lost under
   * it. When the caller aborts or the time is over, it is told at once; the work is given a moment to end, and is
   * ended with its worker after that.
   * @param owner whose work it is, when that may take long on purpose: while others wait for workers, it may be preempted
   *   and done again, within the same time
   * @throws PoolFullError, WorkTimeoutError, WorkerLostError, the caller's abort reason, or what `work` threw
   */
  async use<Result>(
    signal: AbortSignal,
    work: (worker: Worker) => Promise<Result>,
    owner?: string,
  ): Promise<Result> {
    if (this.#isClosing) throw new PoolFullError('the pool is closing');
    return await track(this.#jobs, this.#runTwice({ signal, work, owner }));
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

  async #runTwice<Result>(job: Job<Worker, Result>): Promise<Result> {
    try {
      return await this.#runInTime(job, 'last');
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      await delay(SECOND_TRY_AFTER_MS, undefined, { signal: job.signal }).catch(() => {});
      return await this.#runInTime(job, 'first');
    }
  }

  /** Runs it anew as often as it is preempted, until one of its clocks has run out. */
  async #runInTime<Result>(job: Job<Worker, Result>, place: 'first' | 'last'): Promise<Result> {
    const clocks = { waitMs: this.#options.waitTimeoutMs, workMs: this.#options.workTimeoutMs };
    for (let turn = place; ; turn = 'first') {
      const slot = await this.#acquire(job, clocks, turn);
      try {
        return await this.#run(slot, job, clocks);
      } catch (error) {
        if (!(error instanceof PreemptedError)) throw error;
      }
    }
  }

  async #run<Result>(
    slot: HeldSlot<Worker>,
    { signal, work, owner }: Job<Worker, Result>,
    clocks: Clocks,
  ): Promise<Result> {
    if (signal.aborted) {
      this.#putToWork(slot);
      throw signal.reason;
    }
    const { job } = slot;
    using watched = watch(slot.worker, { ...this.#options, workTimeoutMs: clocks.workMs });
    using stopped = firstSignal([signal, watched.failed, job.preempted.signal]);
    const stop = stopped.signal;
    const running = work(slot.worker);
    track(this.#upkeep, this.#takeBack(slot, running, stop));
    const onLong = () => {
      job.isLong = true;
      this.#preempt();
    };
    const grace = owner && setTimeout(onLong, this.#options.graceMs ?? GRACE_MS);
    try {
      return await Promise.race([running, rejectOnAbort(stop)]);
    } finally {
      clearTimeout(grace);
      clocks.workMs -= millisecondsSince(job.since);
    }
  }

  async #acquire(
    job: Job<Worker, unknown>,
    clocks: Clocks,
    place: 'first' | 'last',
  ): Promise<HeldSlot<Worker>> {
    job.signal.throwIfAborted();
    const idle = this.#next([job]) && this.#idle.pop();
    if (idle !== undefined) return hold(idle, job.owner);
    const { maxQueue } = this.#options;
    if (place === 'last' && this.waiting >= maxQueue)
      throw new PoolFullError(`${maxQueue} jobs are waiting already`);
    const since = performance.now();
    const given = this.#queue.join(job, clocks.waitMs, place);
    this.#grow();
    this.#preempt();
    const slot = await given;
    clocks.waitMs -= millisecondsSince(since);
    return slot;
  }

  #next<Some extends Waiting>(waiting: Iterable<Some>): Some | undefined {
    return nextJob(waiting, this.#holding(), this.#turns);
  }

  #holding(): Holding[] {
    return [...this.#slots].flatMap(({ job }) => job ?? []);
  }

  /** Takes workers back from jobs that have held theirs for long while others wait, and restricts their owners. */
  #preempt(): void {
    for (const { owner, since, preempted } of overstayed(this.#queue.waiters, this.#holding(), this.#turns)) {
      this.#turns.restricted.add(owner as string);
      preempted.abort(
        new PreemptedError(
          `a job of ${owner} held a worker for ${millisecondsSince(since)} ms while others waited`,
        ),
      );
    }
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

  /** Gives a worker that is free to whose turn it is. */
  #putToWork(slot: Slot<Worker>): void {
    slot.job = undefined;
    if (slot.hasEnded) this.#bury(slot);
    else if (this.#isSurplus(slot)) track(this.#upkeep, this.#end(slot));
    else this.#idle.push(slot);
    this.#giveOut();
    this.#settle();
  }

  /** A worker may be idle though jobs wait: those of restricted owners. */
  #giveOut(): void {
    while (this.#idle.length > 0) {
      const next = this.#next(this.#queue.waiters);
      if (next === undefined) return;
      next.take(hold(this.#idle.pop() as Slot<Worker>, next.owner));
    }
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

  /** From now on, all of the workers are to be there. */
  #grow(): void {
    this.#wanted = this.#options.size;
    this.#settle();
  }

  /** Makes the workers that are missing, and a successor for one that is worn, which leaves when that is there. */
  #settle(): void {
    const surplus = this.#idle.findIndex((slot) => this.#isSurplus(slot));
    if (surplus !== -1)
      for (const slot of this.#idle.splice(surplus, 1)) track(this.#upkeep, this.#end(slot));
    const hasWorn = [...this.#slots].some((slot) => isWorn(slot, this.#options));
    const count = hasWorn ? this.#wanted + 1 : this.#wanted;
    while (this.#count < count && !this.#over.signal.aborted) {
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
    const slot: Slot<Worker> = {
      worker,
      job: undefined,
      madeAt: performance.now(),
      uses: 0,
      isHeavy: false,
      hasEnded: false,
    };
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

type HeldSlot<Worker> = Slot<Worker> & { readonly job: Holding };

function hold<Worker>(slot: Slot<Worker>, owner: string | undefined): HeldSlot<Worker> {
  const job = { owner, since: performance.now(), isLong: false, preempted: new AbortController() };
  return Object.assign(slot, { job });
}

function millisecondsSince(moment: number): number {
  return Math.round(performance.now() - moment);
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
