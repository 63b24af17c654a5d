/**
 * A pool of kept workers: browsers with a page, child processes, threads. It does not know what they are: the options
 * have functions that make, clear and end a worker.
 *
 * A job waits in the queue for a seat (seat.ts), as long as `waitTimeoutMs`, and has the seat's worker for as long as
 * `workTimeoutMs`. A job that throws costs its worker; a job that fails for a reason of its own returns the failure
 * instead. Who gets a free worker when companies wait for one, fairness.ts decides.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { PoolFullError, WorkerLostError } from './errors.ts';
import { Fairness, type Hold } from './fairness.ts';
import type { Job, OwnText } from './job.ts';
import { Queue } from './queue.ts';
import { Seat, type SeatOptions } from './seat.ts';
import { allOf, track } from './tasks.ts';

export interface PoolOptions<Worker> extends SeatOptions<Worker> {
  /** What a worker is, for errors: "printing page". */
  readonly workerName: string;
  /** Workers kept; at least 2 where texts of companies' own are at work, for one of them is kept for others. */
  readonly size: number;
  /** Jobs that may wait besides those at work; one more is refused at once. */
  readonly maxQueue: number;
  readonly waitTimeoutMs: number;
  /** Name of the setting of `size`, for errors. */
  readonly sizeSetting: string;
  /**
   * How long the first worker is alone, unless a job must wait: undefined, the others follow at once; infinite, they
   * are made when a job must wait.
   */
  readonly restAfterMs?: number | undefined;
  /** Called when a worker is ended because it is worn. */
  readonly onWorn?: () => void;
}

/** Time alone can change who may have a worker. */
const LOOK_AGAIN_MS = 100;

/** What took a worker may be taking others: a moment later the pool knows which are left. */
const SECOND_TRY_AFTER_MS = 100;

export class Pool<Worker> {
  readonly #options: PoolOptions<Worker>;
  readonly #fairness: Fairness;
  readonly #seats = new Set<Seat<Worker>>();
  readonly #queue = new Queue<Worker, Seat<Worker>>();
  readonly #jobs = new Set<Promise<unknown>>();
  /** Workers being cleared, made or ended. */
  readonly #upkeep = new Set<Promise<unknown>>();
  #isClosing = false;
  /** Fires when the pool is closing and the last job is done. */
  readonly #over = new AbortController();
  #lookAgain: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions<Worker>) {
    this.#options = options;
    this.#fairness = new Fairness(options.size);
  }

  /** Makes the first worker; the others follow. @throws when it cannot be made */
  async start(): Promise<void> {
    const { restAfterMs } = this.#options;
    await this.#addSeat().open();
    if (restAfterMs === undefined) return this.#grow();
    if (restAfterMs === Number.POSITIVE_INFINITY) return;
    const options = { ref: false, signal: this.#over.signal };
    delay(restAfterMs, undefined, options).then(
      () => this.#grow(),
      () => {},
    );
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Why there is no worker and none can be made; undefined while the pool works, or is about to. */
  get problem(): unknown {
    const seats = [...this.#seats];
    return seats.some((seat) => seat.hasWorker) ? undefined : seats.find((seat) => seat.problem)?.problem;
  }

  /**
   * Runs `work` on a worker that nothing else uses meanwhile. When the caller aborts or the time is over, the caller is
   * told at once; the work is given a moment to end, and is ended with its worker after that. When the worker is lost,
   * the work is tried once more on another, unless it is for a text of a company's own.
   * @throws PoolFullError, WorkTimeoutError, OutOfMemoryError, WorkerLostError, the caller's abort reason, or what
   *   `work` threw
   */
  async use<Result>(
    signal: AbortSignal,
    work: (worker: Worker) => Promise<Result>,
    { owner, sha256 }: OwnText = {},
  ): Promise<Result> {
    if (this.#isClosing) throw new PoolFullError('the pool is closing, because the service shuts down');
    return await track(this.#jobs, this.#run({ signal, work, owner, sha256 }));
  }

  /** Refuses new jobs, lets the accepted ones finish, then ends the workers. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await allOf(this.#jobs);
    this.#over.abort();
    clearTimeout(this.#lookAgain);
    await allOf(this.#upkeep);
    await Promise.all([...this.#seats].map((seat) => seat.close()));
  }

  async #run<Result>(job: Job<Worker, Result>): Promise<Result> {
    try {
      return await this.#runOnce(job, 'last');
    } catch (error) {
      if (!(error instanceof WorkerLostError) || job.owner !== undefined) throw error;
      await delay(SECOND_TRY_AFTER_MS, undefined, { signal: job.signal }).catch(() => {});
      return await this.#runOnce(job, 'first');
    }
  }

  async #runOnce<Result>(job: Job<Worker, Result>, place: 'first' | 'last'): Promise<Result> {
    job.signal.throwIfAborted();
    this.#fairness.note(job);
    const seat = await this.#seatFor(job, place);
    return await seat.run(job).finally(() => this.#fairness.note(job));
  }

  async #seatFor(job: Job<Worker>, place: 'first' | 'last'): Promise<Seat<Worker>> {
    const { maxQueue, waitTimeoutMs } = this.#options;
    const canStart = this.#freeSeat() !== undefined && this.#mayTake(job);
    if (place === 'last' && !canStart && this.waiting >= maxQueue)
      throw new PoolFullError(this.#full(`${maxQueue} jobs wait already`, 'MAX_QUEUE'));
    const given = this.#queue.join(job, place, {
      waitMs: waitTimeoutMs,
      timeoutMessage: this.#full(`none came free within ${waitTimeoutMs} ms`, 'QUEUE_TIMEOUT_MS'),
    });
    this.#giveOut();
    if (this.waiting > 0) this.#grow();
    return await given;
  }

  /** Gives free workers to the jobs that may have them, and takes one back where the rule of fairness asks for it. */
  #giveOut(): void {
    for (let seat = this.#freeSeat(); seat !== undefined; seat = this.#freeSeat()) {
      const job = this.#queue.give(seat, (waiting) => this.#mayTake(waiting));
      if (job === undefined) break;
      seat.take(job);
    }
    const surplus = this.#fairness.surplus(this.#holds(), this.#queue.jobs);
    [...this.#seats].find((seat) => seat.hold !== undefined && seat.hold === surplus)?.takeBack();
    if (this.waiting === 0 || this.#lookAgain !== undefined) return;
    this.#lookAgain = setTimeout(() => {
      this.#lookAgain = undefined;
      this.#giveOut();
    }, LOOK_AGAIN_MS);
  }

  #mayTake(job: Job<Worker>): boolean {
    return this.#fairness.mayTake(job, this.#holds(), this.#queue.jobs);
  }

  #holds(): Hold[] {
    return [...this.#seats].flatMap(({ hold }) => hold ?? []);
  }

  #freeSeat(): Seat<Worker> | undefined {
    return [...this.#seats].find((seat) => seat.isFree);
  }

  /** From now on, all of the workers are to be there. */
  #grow(): void {
    while (this.#seats.size < this.#options.size) track(this.#upkeep, this.#addSeat().fill());
  }

  #addSeat(): Seat<Worker> {
    const seat = new Seat(this.#options, {
      upkeep: this.#upkeep,
      over: this.#over.signal,
      onFree: () => {
        this.#renew();
        this.#giveOut();
      },
      onLost: (lost) => this.#seats.size <= this.#options.size || !this.#seats.delete(lost),
    });
    this.#seats.add(seat);
    return seat;
  }

  /** Adds a seat with a new worker for one that is worn, which goes on until the new one is ready. One at a time. */
  #renew(): void {
    const seats = [...this.#seats];
    const worn = seats.filter((seat) => seat.isWorn);
    if (worn.length === 0) return;
    if (seats.length <= this.#options.size) return void track(this.#upkeep, this.#addSeat().fill());
    const leaving = worn.find((seat) => seat.isFree);
    if (leaving === undefined || !seats.every((seat) => seat.hasWorker)) return;
    this.#seats.delete(leaving);
    this.#options.onWorn?.();
    track(this.#upkeep, leaving.close());
    this.#renew();
  }

  #full(what: string, setting: string): string {
    const { workerName, size, sizeSetting } = this.#options;
    return (
      `there is no free ${workerName}: ${what}. Usually more documents are asked for than ${size} of them make; ` +
      `raise ${sizeSetting} where there are more cores, run another instance, or raise ${setting}`
    );
  }
}
