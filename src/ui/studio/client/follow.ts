import { pauseFor } from '../../../../clients/typescript/src/patience.ts';
import type { Outcome } from './service/ask.ts';
import { askPatiently, forget, type Source } from './service/trouble.ts';

/** After the last key, so that letters typed in a run are sent once: a fifth of the time until a page shows a key. */
const SETTLED_MS = 80;

type Answered = Extract<Outcome, { kind: 'done' | 'refused' }>;

/**
 * Sends one request after another, each in place of the one before, which is aborted: for what is shown while a person
 * types. A request that finds the service full or gone is sent again.
 */
export class Follower {
  readonly #source: Source;
  readonly #send: (signal: AbortSignal) => Promise<Outcome>;
  readonly #take: (outcome: Answered, signal: AbortSignal) => Promise<void>;
  #running: AbortController | undefined;

  constructor(
    source: Source,
    send: (signal: AbortSignal) => Promise<Outcome>,
    take: (outcome: Answered, signal: AbortSignal) => Promise<void>,
  ) {
    this.#source = source;
    this.#send = send;
    this.#take = take;
  }

  /** The values have changed. */
  follow(afterMs = SETTLED_MS): void {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#run(afterMs, running.signal).catch((error) => {
      if (!running.signal.aborted) throw error;
    });
  }

  stop(): void {
    forget(this.#source);
    this.#running?.abort();
  }

  async #run(afterMs: number, signal: AbortSignal): Promise<void> {
    await pauseFor(afterMs, signal);
    const outcome = await askPatiently(this.#source, () => this.#send(signal), signal);
    if (outcome.kind !== 'key') await this.#take(outcome, signal);
  }
}
