import type { Database } from '../database/database.ts';

const WRITE_EVERY_MS = 60_000;
const MINUTE_MS = 60_000;

/**
 * When keys were last used, to the minute. Collected in memory and written once a minute, so that a request costs no
 * write. When the process is killed, what was not written is lost.
 */
export class LastUse {
  readonly #database: Database;
  readonly #onFault: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #usedAt = new Map<string, number>();

  /** @param onFault called when a write failed; it is retried with the next one */
  constructor(database: Database, onFault: (error: unknown) => void) {
    this.#database = database;
    this.#onFault = onFault;
    this.#timer = setInterval(() => this.write(), WRITE_EVERY_MS).unref();
  }

  record(keyId: string): void {
    this.#usedAt.set(keyId, Date.now());
  }

  /** Never throws. */
  async write(): Promise<void> {
    if (this.#usedAt.size === 0) return;
    const writing = this.#usedAt;
    this.#usedAt = new Map();
    const uses = Array.from(writing, ([key_id, usedAt]) => ({
      key_id,
      used_at: new Date(usedAt - (usedAt % MINUTE_MS)),
    }));
    try {
      await this.#database.query(
        `UPDATE api_keys SET last_used_at = used_at
         FROM json_to_recordset($1) AS uses (key_id text, used_at timestamptz)
         WHERE api_keys.key_id = uses.key_id AND (last_used_at IS NULL OR last_used_at < used_at)`,
        [JSON.stringify(uses)],
      );
    } catch (error) {
      this.#onFault(error);
      // A key that was used again during the write keeps the later time.
      this.#usedAt = new Map([...writing, ...this.#usedAt]);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}
