import { PoolFullError } from './errors.ts';
import type { Job } from './job.ts';

interface Waiter<Worker, Given> {
  readonly job: Job<Worker>;
  readonly take: (given: Given) => void;
}

/** A first-in, first-out queue of jobs that wait for a worker. */
export class Queue<Worker, Given> {
  readonly #waiters: Waiter<Worker, Given>[] = [];

  get jobs(): readonly Job<Worker>[] {
    return this.#waiters.map(({ job }) => job);
  }

  get length(): number {
    return this.#waiters.length;
  }

  /**
   * @param place `first` for a job that is tried again after it lost its worker
   * @returns what `give` passes to the job
   * @throws PoolFullError with `timeoutMessage` after `waitMs`, or the abort reason of the job's signal
   */
  join(
    job: Job<Worker>,
    place: 'first' | 'last',
    { waitMs, timeoutMessage }: { readonly waitMs: number; readonly timeoutMessage: string },
  ): Promise<Given> {
    return new Promise((resolve, reject) => {
      // The job leaves the queue in the same tick, or a worker could be given to a job that has timed out.
      const leave = () => {
        const at = this.#waiters.indexOf(waiter);
        if (at !== -1) this.#waiters.splice(at, 1);
        clearTimeout(timer);
        job.signal.removeEventListener('abort', onAbort);
      };
      const refuse = (reason: unknown) => {
        leave();
        reject(reason);
      };
      const waiter: Waiter<Worker, Given> = {
        job,
        take: (given) => {
          leave();
          resolve(given);
        },
      };
      const onAbort = () => refuse(job.signal.reason);
      const timer = setTimeout(() => refuse(new PoolFullError(timeoutMessage)), waitMs);
      job.signal.addEventListener('abort', onAbort);
      if (place === 'last') this.#waiters.push(waiter);
      else this.#waiters.unshift(waiter);
    });
  }

  /** Gives to the first job for which `mayHave` is true. @returns that job, or undefined when there is none */
  give(given: Given, mayHave: (job: Job<Worker>) => boolean): Job<Worker> | undefined {
    const waiter = this.#waiters.find(({ job }) => mayHave(job));
    waiter?.take(given);
    return waiter?.job;
  }
}
