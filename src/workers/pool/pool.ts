/**
 * A pool of long-lived workers: browsers with a page, child processes, threads. It does not know which: functions in
 * its options create, reset and destroy a worker.
 *
 * A job waits in the queue for a seat (seat.ts), at most `waitTimeoutMs`, and then has the seat's worker for at most
 * `workTimeoutMs`. When a job throws, its worker is replaced; a job that fails without harm to the worker returns the
 * failure instead. fairness.ts decides which company's job gets a free worker.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { PoolFullError, WorkerLostError } from './errors.ts';
import { Fairness } from './fairness.ts';
import type { Caller, Claim, Job, OwnText } from './job.ts';
import { Queue } from './queue.ts';
import { Seat, type SeatOptions } from './seat.ts';
import { allOf, track } from './tasks.ts';

export interface PoolOptions<Worker> extends SeatOptions<Worker> {
  /** Kind of worker, for error messages: "printing page". */
  readonly workerName: string;
  /**
   * Number of workers; at least 2 for a pool that runs companies' own texts, since one worker is kept for other
   * companies.
   */
  readonly size: number;
  readonly waitTimeoutMs: number;
  /** Name of the setting of `size`, for error messages. */
  readonly sizeSetting: string;
  /**
   * Delay between the first worker and the others; a job that has to wait ends it. Undefined: the others follow at
   * once. Infinity: they are created only when a job has to wait.
   */
  readonly restAfterMs?: number | undefined;
  /** Called when a worn worker is replaced. */
  readonly onWorn?: () => void;
}

/** What killed a worker may be killing others too. After this delay the pool knows which are left. */
const SECOND_TRY_AFTER_MS = 100;

export class Pool<Worker> {
  readonly #options: PoolOptions<Worker>;
  readonly #fairness: Fairness;
  readonly #seats = new Set<Seat<Worker>>();
  readonly #queue = new Queue<Job<Worker>, Seat<Worker>>();
  readonly #jobs = new Set<Promise<unknown>>();
  /** Workers being reset, created or destroyed. */
  readonly #upkeep = new Set<Promise<unknown>>();
  #isClosing = false;
  /** Fires when the pool is closing and the last job has ended. */
  readonly #over = new AbortController();

  constructor(options: PoolOptions<Worker>) {
    this.#options = options;
    this.#fairness = new Fairness(options.size);
  }

  /** Creates the first worker; the others follow. @throws when it cannot be created */
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

  /** Why no worker can be had; undefined while there is one, or one is being created. */
  get problem(): unknown {
    const seats = [...this.#seats];
    return seats.some((seat) => seat.hasWorker) ? undefined : seats.find((seat) => seat.problem)?.problem;
  }

  /**
   * Runs `work` with exclusive use of a worker. When the timeout passes, its worker is destroyed. When the signal
   * fires, the promise rejects at once, and `work` gets a short grace period to end. When the worker is lost, `work` is
   * tried once more with another one, unless it is for a company's own text.
   * @throws PoolFullError, WorkTimeoutError, OutOfMemoryError, WorkerLostError, the signal's abort reason, or what
   * `work` throws
   */
  async use<Result>(
    { signal, company, requestId }: Caller,
    work: (worker: Worker) => Promise<Result>,
    { owner, sha256 }: OwnText = {},
  ): Promise<Result> {
    if (this.#isClosing) throw new PoolFullError('the pool is closing, because the service shuts down');
    return await track(this.#jobs, this.#run({ signal, company, requestId, work, owner, sha256 }));
  }

  /** Rejects new jobs, waits for the accepted ones, then destroys the workers. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await allOf(this.#jobs);
    this.#over.abort();
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
    const seat = await this.#seatFor(job, place);
    return await seat.run(job);
  }

  async #seatFor(job: Job<Worker>, place: 'first' | 'last'): Promise<Seat<Worker>> {
    const { waitTimeoutMs } = this.#options;
    const given = this.#queue.join(job, place, {
      waitMs: waitTimeoutMs,
      timeoutError: () => new PoolFullError(this.#noneFree()),
    });
    this.#giveOut();
    if (this.waiting > 0) this.#grow();
    return await given;
  }

  /** Gives free workers to the jobs whose turn it is. */
  #giveOut(): void {
    for (let seat = this.#freeSeat(); seat !== undefined; seat = this.#freeSeat()) {
      const job = this.#fairness.next(this.#queue.jobs, this.#holds());
      if (job === undefined) return;
      seat.take(job);
      this.#fairness.noteTurn(job);
      this.#queue.give(seat, job);
    }
  }

  #holds(): Claim[] {
    return [...this.#seats].flatMap(({ hold }) => hold ?? []);
  }

  #freeSeat(): Seat<Worker> | undefined {
    return [...this.#seats].find((seat) => seat.isFree);
  }

  /** Creates the workers that are missing; no-op when the pool is complete. */
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

  /** Replaces worn workers, one at a time: the worn worker goes on until its successor is ready. */
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

  #noneFree(): string {
    const { workerName, size, sizeSetting, waitTimeoutMs } = this.#options;
    return (
      `there is no free ${workerName}: none came free within ${waitTimeoutMs} ms. Usually more documents are asked for ` +
      `than ${size} of them make; raise ${sizeSetting} where there are more cores, run another instance, or raise ` +
      'QUEUE_TIMEOUT_MS'
    );
  }
}
