import { PoolFullError } from './errors.ts';
import type { Waiting } from './turns.ts';

export interface Waiter<Given> extends Waiting {
  readonly take: (given: Given) => void;
  readonly refuse: (reason: unknown) => void;
}

/** Jobs that wait for something to be given to them, as they came. */
export class Queue<Given> {
  readonly #waiters: Waiter<Given>[] = [];

  get waiters(): readonly Waiter<Given>[] {
    return this.#waiters;
  }

  /**
   * @param place `first` is for who has waited before, and does not wait behind all others again
   * @returns what `take` gives it
   * @throws PoolFullError after `waitMs`, the reason of `refuse`, or the signal's
   */
  join(
    { signal, owner }: { readonly signal: AbortSignal } & Waiting,
    waitMs: number,
    place: 'first' | 'last',
  ): Promise<Given> {
    return new Promise((resolve, reject) => {
      // Leaves the queue in the same step that settles the promise, or a worker could be given to nobody.
      const leave = () => {
        const at = this.#waiters.indexOf(waiter);
        if (at !== -1) this.#waiters.splice(at, 1);
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter<Given> = {
        owner,
        take: (given) => {
          leave();
          resolve(given);
        },
        refuse: (reason) => {
          leave();
          reject(reason);
        },
      };
      const onAbort = () => waiter.refuse(signal.reason);
      const timer = setTimeout(
        () => waiter.refuse(new PoolFullError(`no worker came free within ${waitMs} ms`)),
        waitMs,
      );
      signal.addEventListener('abort', onAbort, { once: true });
      if (place === 'last') this.#waiters.push(waiter);
      else this.#waiters.unshift(waiter);
    });
  }
}
