import { setTimeout } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import type { Database } from '../database/database.ts';

const SWEEP_EVERY_MS = 10 * 60_000;

/** Entries per statement, which takes 1 ms in PostgreSQL and 5 ms in the embedded database. */
const BATCH = 500;

/** Pause between batches, which lets other statements run. */
const PAUSE_MS = 100;

/** Key of the advisory lock: "trail" in ASCII. Nothing else in the same PostgreSQL may use it. */
const LOCK = 0x747261696c;

/** Deletes trail entries after their retention time: in small batches, by one instance at a time. */
export class TrailRetention {
  readonly #database: Database;
  readonly #days: number;
  readonly #log: Pick<BaseLogger, 'warn'>;
  readonly #timer: NodeJS.Timeout;
  readonly #closing = new AbortController();
  #sweeping: Promise<void> | undefined;

  constructor(database: Database, days: number, log: Pick<BaseLogger, 'warn'>) {
    this.#database = database;
    this.#days = days;
    this.#log = log;
    this.#timer = setInterval(() => this.sweep(), SWEEP_EVERY_MS).unref();
  }

  /** Never throws; what could not be deleted is deleted the next time. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweep()
      .catch((err) => this.#log.warn({ err }, 'the trail keeps what is too old a while longer'))
      .finally(() => {
        this.#sweeping = undefined;
      });
    return this.#sweeping;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#sweeping;
  }

  async #sweep(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted && (await this.#deleteBatch()) === BATCH) {
      // The pause ends at once when the service shuts down.
      await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** @returns the number of deleted entries; 0 while another instance deletes */
  async #deleteBatch(): Promise<number> {
    return this.#database.transaction(async ({ query }) => {
      const [lock] = await query<{ isMine: boolean }>(
        `SELECT pg_try_advisory_xact_lock(${LOCK}) AS "isMine"`,
      );
      if (!lock?.isMine) return 0;
      const [deleted] = await query<{ count: number }>(
        `WITH deleted AS (
           DELETE FROM document_trail WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM document_trail WHERE requested_at < now() - make_interval(days => $1)
             ORDER BY requested_at LIMIT ${BATCH}
           )) RETURNING 1
         )
         SELECT count(*)::integer AS count FROM deleted`,
        [this.#days],
      );
      return deleted?.count ?? 0;
    });
  }
}
