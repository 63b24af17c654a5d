import { Pool } from 'undici';
import { expect, vi } from 'vitest';
import { type Expected, nameAnswer } from './expected.ts';
import type { SteadyService } from './service.ts';

/** A request that takes longer is considered lost. */
const HUNG_AFTER_MS = 60_000;

/** Number of responses for each document that `goOn` waits for: more than were under way when it began. */
const SOME = 6;

/** Name of a response (see `nameAnswer`) → number of such responses. */
export type Tally = Readonly<Record<string, number>>;

/** Callers that each request one document after the other until the load is stopped. */
export class Load {
  readonly #pool: Pool;
  readonly #documents: readonly Expected[];
  readonly #headers: Readonly<Record<string, string>>;
  readonly #tally: Record<string, number> = {};
  readonly #callers: Promise<void>[];
  #isOver = false;

  constructor({ url, headers }: SteadyService, documents: readonly Expected[], callers = 6) {
    this.#pool = new Pool(url, {
      connections: callers,
      headersTimeout: HUNG_AFTER_MS,
      bodyTimeout: HUNG_AFTER_MS,
    });
    this.#headers = headers;
    this.#documents = documents;
    this.#callers = Array.from({ length: callers }, (_, number) => this.#call(number));
  }

  get tally(): Tally {
    return this.#tally;
  }

  /** Waits until each document has been returned `SOME` more times. */
  async goOn(): Promise<void> {
    const before = { ...this.#tally };
    await vi.waitFor(
      () => {
        for (const { name } of this.#documents)
          expect((this.#tally[name] ?? 0) - (before[name] ?? 0), name).toBeGreaterThan(SOME);
      },
      { timeout: 60_000 },
    );
  }

  /** Waits for the last response of every caller. */
  async stop(): Promise<Tally> {
    this.#isOver = true;
    await Promise.all(this.#callers);
    await this.#pool.close();
    return this.#tally;
  }

  async #call(first: number): Promise<void> {
    for (let next = first; !this.#isOver; next += 1) {
      const name = await this.#ask(this.#documents[next % this.#documents.length] as Expected);
      this.#tally[name] = (this.#tally[name] ?? 0) + 1;
    }
  }

  async #ask(expected: Expected): Promise<string> {
    try {
      const answer = await this.#pool.request({
        method: 'POST',
        path: '/api/v1/documents/generate',
        headers: this.#headers,
        body: expected.body,
      });
      return await nameAnswer(answer, expected);
    } catch (error) {
      return `no answer: ${(error as NodeJS.ErrnoException).code ?? error}`;
    }
  }
}
