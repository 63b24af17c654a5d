import { Pool } from 'undici';
import { type Expected, nameAnswer } from './expected.ts';
import type { SteadyService } from './service.ts';

/** No request takes so long that is not forgotten. */
const HUNG_AFTER_MS = 60_000;

/** How often an answer came, by its name; see `nameAnswer`. */
export type Tally = Readonly<Record<string, number>>;

/** Callers each of whom asks for its next document when it has the last, until the load is stopped. */
export class Load {
  readonly #pool: Pool;
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
    this.#callers = Array.from({ length: callers }, (_, number) => this.#call(documents, number));
  }

  get tally(): Tally {
    return this.#tally;
  }

  /** Lets every caller have its last answer. */
  async stop(): Promise<Tally> {
    this.#isOver = true;
    await Promise.all(this.#callers);
    await this.#pool.close();
    return this.#tally;
  }

  async #call(documents: readonly Expected[], first: number): Promise<void> {
    for (let next = first; !this.#isOver; next += 1) {
      const name = await this.#ask(documents[next % documents.length] as Expected);
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
