interface Waiter<Job, Given> {
  readonly job: Job;
  readonly take: (given: Given) => void;
}

/** Jobs that wait, in order of arrival. */
export class Queue<Job extends { readonly signal: AbortSignal }, Given> {
  readonly #waiters: Waiter<Job, Given>[] = [];

  get jobs(): readonly Job[] {
    return this.#waiters.map(({ job }) => job);
  }

  get length(): number {
    return this.#waiters.length;
  }

  /**
   * @param place `first` for a job that is tried again after it lost its worker
   * @returns what `give` passes to the job
   * @throws what `timeoutError` returns after `waitMs`, or the abort reason of the job's signal
   */
  join(
    job: Job,
    place: 'first' | 'last',
    { waitMs, timeoutError }: { readonly waitMs: number; readonly timeoutError: () => Error },
  ): Promise<Given> {
    return new Promise((resolve, reject) => {
      // The job leaves the queue in the same tick, or something could be given to a job that has timed out.
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
      const waiter: Waiter<Job, Given> = {
        job,
        take: (given) => {
          leave();
          resolve(given);
        },
      };
      const onAbort = () => refuse(job.signal.reason);
      const timer = setTimeout(() => refuse(timeoutError()), waitMs);
      job.signal.addEventListener('abort', onAbort);
      if (place === 'last') this.#waiters.push(waiter);
      else this.#waiters.unshift(waiter);
    });
  }

  /** Ends the wait of this job. */
  give(given: Given, to: Job): void {
    this.#waiters.find(({ job }) => job === to)?.take(given);
  }
}
