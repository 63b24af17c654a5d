import { setTimeout } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import type { Queries } from './database.ts';

/** From one attempt to reach the database to the next. */
const RETRY_MS = 1_000;

/** Whether the database is away: those who asked it in vain say so, and from then on it is tried until it is back. */
export class Outage {
  readonly #database: Queries;
  readonly #log: Pick<BaseLogger, 'info' | 'warn'>;
  readonly #what: string;
  readonly #closing = new AbortController();
  #isOn = false;
  #isWatched = false;

  /** @param what goes on being used meanwhile, for the log: "keys" */
  constructor(database: Queries, log: Pick<BaseLogger, 'info' | 'warn'>, what: string) {
    this.#database = database;
    this.#log = log;
    this.#what = what;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  begin(err: unknown): void {
    if (this.#closing.signal.aborted) return;
    this.#isOn = true;
    // Of a database that answers some and not others, the log tells once a second and not for each.
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.#log.warn(
      { err },
      `the database cannot be reached: ${this.#what} in use are accepted for 15 minutes`,
    );
    // Ends by being closed, and then nobody waits for it.
    this.#watch().catch(() => {});
  }

  end(): void {
    this.#isOn = false;
  }

  close(): void {
    this.#closing.abort();
  }

  async #watch(): Promise<void> {
    while (this.#isOn) {
      await setTimeout(RETRY_MS, undefined, { signal: this.#closing.signal, ref: false });
      await this.#database.query('SELECT').then(
        () => this.end(),
        () => {},
      );
    }
    this.#isWatched = false;
    this.#log.info('the database can be reached again');
  }
}
