import { setTimeout } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import type { Queries } from './database.ts';
import { PING } from './ping.ts';
import type { DatabaseUnavailableError } from './unavailable.ts';

/** Interval between attempts to reach the database. */
const RETRY_MS = 1_000;

/**
 * Whether the database is unavailable. A failed query reports it; from then on the database is polled until it answers.
 */
export class Outage {
  readonly #database: Queries;
  readonly #log: Pick<BaseLogger, 'info' | 'warn'>;
  readonly #what: string;
  readonly #closing = new AbortController();
  #isOn = false;
  #isWatched = false;

  /** @param what is used from the cache meanwhile, for the log: "keys" */
  constructor(database: Queries, log: Pick<BaseLogger, 'info' | 'warn'>, what: string) {
    this.#database = database;
    this.#log = log;
    this.#what = what;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  begin(err: DatabaseUnavailableError): void {
    if (this.#closing.signal.aborted) return;
    this.#isOn = true;
    // A database that answers only some queries is logged once a second, not once per query.
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.#log.warn({ err }, `the database ${err.fault}: ${this.#what} in use are accepted for 15 minutes`);
    // It rejects only when it is closed, and nobody needs it then.
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
      await this.#database.query(PING).then(
        () => this.end(),
        () => {},
      );
    }
    this.#isWatched = false;
    this.#log.info('the database can be reached again');
  }
}
