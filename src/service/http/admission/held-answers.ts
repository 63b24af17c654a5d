import { ServiceError } from '../../../errors.ts';
import { Deadlines } from './deadlines.ts';

/** A request that asks for a place. */
export interface Asker {
  readonly company: string;
  /** Fires when the caller no longer waits. */
  readonly signal: AbortSignal;
  /** What the unread body takes in memory, at the most. */
  readonly bytes: number;
  /** Called when the request will be refused: its body is not needed. */
  readonly dropBody: () => void;
}

/** How long the answer to a request without room is held back, so that no connection can ask a thousand times a second. */
const HELD_MS = 1_000;

/** A held answer takes some 10 KB. */
const MAX_HELD = 5_000;

// Errors without a stack of their own: one takes ten times as long as the rest of a refusal.
export const LEAVING = new ServiceError(
  'service_unavailable',
  'The service is shutting down; try again in a moment',
);
export const FULL = new ServiceError('service_unavailable', 'The service is full; try again in a moment');

/** Another preview or check of the same key came while this one waited. */
export const SUPERSEDED = new ServiceError(
  'service_unavailable',
  'A newer request of this key took the place of this one; a key has one preview and one check of a text at a time',
);

/** Answered at once, because too many answers are held back already; the connection is closed after it. */
export const OVERRUN = new ServiceError('service_unavailable', FULL.message);

/** Answers to requests without a place, which are held back for a second. */
export class HeldAnswers {
  readonly #held = new Deadlines<() => void>(HELD_MS, (answer) => answer());

  /** @throws always: the error after a second, OVERRUN, or the abort reason of the signal */
  async refuse({ signal, dropBody }: Asker, error = FULL): Promise<never> {
    if (this.#held.size >= MAX_HELD) throw OVERRUN;
    dropBody();
    const { promise, resolve } = Promise.withResolvers<void>();
    const onAbort = () => {
      this.#held.delete(resolve);
      resolve();
    };
    this.#held.add(resolve);
    signal.addEventListener('abort', onAbort);
    await promise;
    signal.removeEventListener('abort', onAbort);
    signal.throwIfAborted();
    throw error;
  }
}
