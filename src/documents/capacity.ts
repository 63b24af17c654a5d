import { ServiceError } from '../errors.ts';

/** Enough for a place to become free, and short enough to keep the pages busy. */
const RETRY_AFTER_SECONDS = 1;

/** Largest share of all places for documents of one company's own texts, so that others find a place in the queue. */
const OWN_SHARE = 3 / 4;

/** Check 9 of the contract: limits the number of accepted, unfinished documents. One more is rejected at once. */
export class Capacity {
  readonly #limit: number;
  #accepted = 0;
  /** Company → number of documents of its own texts. */
  readonly #owned = new Map<string, number>();
  #isClosed = false;
  readonly #drained = Promise.withResolvers<void>();

  /** @param limit running and waiting documents, together */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Running and waiting documents. */
  get accepted(): number {
    return this.#accepted;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Takes a place; disposing the result frees it.
   * @param owner the company whose own text the document is made of, if any
   * @throws ServiceError service_unavailable
   */
  enter(owner?: string): Disposable {
    if (this.#isClosed) throw unavailable('The service is shutting down; try again in a moment');
    if (this.#accepted >= this.#limit || this.#hasItsShare(owner))
      throw unavailable('The service is full; try again in a moment');
    this.#count(owner, 1);
    return {
      [Symbol.dispose]: () => {
        this.#count(owner, -1);
        this.#noteDrained();
      },
    };
  }

  #hasItsShare(owner: string | undefined): boolean {
    return owner !== undefined && (this.#owned.get(owner) ?? 0) >= this.#limit * OWN_SHARE;
  }

  #count(owner: string | undefined, change: 1 | -1): void {
    this.#accepted += change;
    if (owner === undefined) return;
    const owned = (this.#owned.get(owner) ?? 0) + change;
    if (owned === 0) this.#owned.delete(owner);
    else this.#owned.set(owner, owned);
  }

  /** Rejects new documents. @returns when the accepted ones are finished */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#noteDrained();
    await this.#drained.promise;
  }

  #noteDrained(): void {
    if (this.#isClosed && this.#accepted === 0) this.#drained.resolve();
  }
}

export function unavailable(message: string, cause?: unknown): ServiceError {
  return new ServiceError('service_unavailable', message, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
