import { randomUUID } from 'node:crypto';
import type { BaseLogger } from 'pino';
import type { TrailRecord } from '../../../../schemas/trail.ts';
import type { Database } from '../database/database.ts';

const WRITE_EVERY_MS = 1_000;

/** Entries per statement; the embedded database, which runs on the main thread, takes 15 to 35 ms for one. */
const BATCH = 500;

/** About 80 MB, three quarters of it digests of values, and more documents than two cores make in six minutes. */
const MAX_WAITING = 20_000;

/**
 * Buffers trail entries in memory and writes them once a second, so that a request neither waits for a write nor fails
 * with one. When the process is killed, what was not written is lost.
 */
export class TrailWriter {
  readonly #database: Database;
  readonly #log: Pick<BaseLogger, 'info' | 'warn'>;
  readonly #maxWaiting: number;
  readonly #timer: NodeJS.Timeout;
  /** The oldest first. The id makes a repeated write idempotent. */
  #waiting: (TrailRecord & { readonly entryId: string })[] = [];
  #writing: Promise<void> | undefined;
  #isFailing = false;
  #isDropping = false;
  #dropped = 0;

  constructor(database: Database, log: Pick<BaseLogger, 'info' | 'warn'>, maxWaiting = MAX_WAITING) {
    this.#database = database;
    this.#log = log;
    this.#maxWaiting = maxWaiting;
    this.#timer = setInterval(() => this.write(), WRITE_EVERY_MS).unref();
  }

  /** Entries that are not written yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Entries that were lost, because too many were waiting. */
  get dropped(): number {
    return this.#dropped;
  }

  record(entry: TrailRecord): void {
    this.#waiting.push({ entryId: randomUUID(), ...entry });
    this.#dropOldest();
  }

  /** Never throws; a failed write is retried with the next one. */
  write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    // The running write may have failed, and these entries need another attempt.
    await this.#writing;
    await this.write();
    if (this.#waiting.length > 0) {
      this.#log.warn({ entries: this.#waiting.length }, 'the last entries of the trail are lost');
    }
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH);
      try {
        await insert(this.#database, batch);
      } catch (err) {
        this.#waiting = [...batch, ...this.#waiting];
        this.#dropOldest();
        if (!this.#isFailing)
          this.#log.warn({ err }, 'the trail cannot be written: its entries wait in memory');
        this.#isFailing = true;
        return;
      }
    }
    if (this.#isFailing) this.#log.info({ dropped: this.#dropped }, 'the trail is written again');
    this.#isFailing = false;
    this.#isDropping = false;
  }

  #dropOldest(): void {
    const excess = this.#waiting.length - this.#maxWaiting;
    if (excess <= 0) return;
    if (!this.#isDropping) this.#log.warn('too many entries of the trail wait: the oldest are dropped');
    this.#isDropping = true;
    this.#waiting.splice(0, excess);
    this.#dropped += excess;
  }
}

async function insert(database: Database, entries: readonly object[]): Promise<void> {
  await database.query(
    `INSERT INTO document_trail (entry_id, company_id, key_id, request_id, requested_at, template_id, version, source,
       template_sha256, document_id, format, outcome, sha256, bytes, milliseconds, action, value_digests)
     SELECT "entryId", "companyId", "keyId", "requestId", "requestedAt", "templateId", version, source,
       decode("templateSha256", 'hex'), "documentId", format, outcome, decode(sha256, 'hex'), bytes, milliseconds, action,
       "valueDigests"
     FROM json_to_recordset($1) AS entries ("entryId" uuid, "companyId" text, "keyId" text, "requestId" text,
       "requestedAt" timestamptz, "templateId" text, version text, source text, "templateSha256" text,
       "documentId" uuid, format text, outcome text, sha256 text, bytes integer, milliseconds json, action text,
       "valueDigests" json)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(entries)],
  );
}
