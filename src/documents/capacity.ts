import { ServiceError } from '../errors.ts';

/** Long enough for a place to come free, short enough that a page does not stand idle. */
const RETRY_AFTER_SECONDS = 1;

/** Share of all places that documents of one company's own texts may have, so that others find a place to wait. */
const OWN_SHARE = 3 / 4;

/**
 * Check 9 of the contract: how many documents are accepted and not finished yet. One more is refused at once, before it
 * has cost the others anything.
 */
export class Capacity {
  readonly #limit: number;
  #accepted = 0;
  /** Company → how many of them are made of its own texts. */
  readonly #owned = new Map<string, number>();
  #isClosed = false;
  readonly #drained = Promise.withResolvers<void>();

  /** @param limit documents at work and waiting, together */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Documents at work and waiting. */
  get accepted(): number {
    return this.#accepted;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Takes a place, which disposing gives back.
   * @param owner the company whose own text the document is made of, if it is
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

  /** From now on nothing more is accepted. @returns when what was accepted is done */
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
