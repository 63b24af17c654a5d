import { Pool } from 'undici';
import { expect, vi } from 'vitest';
import { type Expected, nameAnswer } from './expected.ts';
import type { SteadyService } from './service.ts';

/** No request takes so long that is not forgotten. */
const HUNG_AFTER_MS = 60_000;

/** Answers to each document, after which a load has gone on. */
const SOME = 10;

/** How often an answer came, by its name; see `nameAnswer`. */
export type Tally = Readonly<Record<string, number>>;

/** Callers each of whom asks for its next document when it has the last, until the load is stopped. */
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

  /** Waits until so many more have come of each document. */
  async goOn(): Promise<void> {
    const before = { ...this.#tally };
    await vi.waitFor(
      () => {
        for (const { name } of this.#documents)
          expect((this.#tally[name] ?? 0) - (before[name] ?? 0), name).toBeGreaterThan(SOME);
      },
      { timeout: 30_000 },
    );
  }

  /** Lets every caller have its last answer. */
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
