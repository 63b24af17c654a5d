import { ServiceError } from '../errors.ts';

/** Long enough for a place to come free, short enough that a page does not stand idle. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Check 9 of the contract: how many documents are accepted and not finished yet. One more is refused at once, before it
 * has cost the others anything.
 */
export class Capacity {
  readonly #limit: number;
  #accepted = 0;
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
   * @throws ServiceError service_unavailable
   */
  enter(): Disposable {
    if (this.#isClosed) throw unavailable('The service is shutting down; try again in a moment');
    if (this.#accepted >= this.#limit) throw unavailable('The service is full; try again in a moment');
    this.#accepted += 1;
    return {
      [Symbol.dispose]: () => {
        this.#accepted -= 1;
        this.#noteDrained();
      },
    };
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
