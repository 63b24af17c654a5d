import { randomUUID } from 'node:crypto';
import type { BaseLogger } from 'pino';
import type { TrailRecord } from '../../../../schemas/trail.ts';
import type { Database } from '../database/database.ts';
import { WaitingEntries, type WaitingEntry } from './waiting-entries.ts';

const WRITE_EVERY_MS = 1_000;

/** How long a document waits for the write that takes its entry. A statement of the database takes milliseconds. */
const PATIENCE_MS = 2_000;

/** Entries per statement; the embedded database, which runs on the main thread, takes 15 to 35 ms for one. */
const BATCH = 500;

/** About 80 MB, three quarters of it digests of values, and more documents than two cores make in six minutes. */
const MAX_WAITING = 20_000;

const MINUTE_MS = 60_000;

/**
 * Writes trail entries in groups: entries that arrive during a statement are in the next one. While the database is away,
 * they wait in memory; nothing waits for them, and a write is attempted every second. When the process is killed, what was not
 * written is lost.
 */
export class TrailWriter {
  readonly #database: Database;
  readonly #log: Pick<BaseLogger, 'info' | 'warn'>;
  readonly #entries: WaitingEntries;
  readonly #timer: NodeJS.Timeout;
  /** Resolves when the entries that are waiting now are written, or cannot be. */
  #group = Promise.withResolvers<void>();
  #inFlight = 0;
  /** When the oldest entry that waits came, on the clock of `performance.now()`. */
  #oldestSince = Number.POSITIVE_INFINITY;
  #writing: Promise<void> | undefined;
  #isAway = false;
  #isDropping = false;
  #dropped = 0;

  constructor(database: Database, log: Pick<BaseLogger, 'info' | 'warn'>, maxWaiting = MAX_WAITING) {
    this.#database = database;
    this.#log = log;
    this.#entries = new WaitingEntries(maxWaiting);
    this.#timer = setInterval(() => this.write(), WRITE_EVERY_MS).unref();
  }

  /** Entries that are not written yet. */
  get waiting(): number {
    return this.#entries.size + this.#inFlight;
  }

  /** How long the oldest of them has waited. */
  get oldestSeconds(): number {
    return this.waiting === 0 ? 0 : (performance.now() - this.#oldestSince) / 1_000;
  }

  /** Whether the last write failed, or is not answered. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Entries that were lost, because too many were waiting. */
  get dropped(): number {
    return this.#dropped;
  }

  /** @returns when the entry is written if it is of a file and the database answers, otherwise at once; never rejects */
  async record(entry: TrailRecord): Promise<void> {
    this.#add({ entryId: randomUUID(), ...entry });
    if (entry.outcome !== 'ok' || this.#isAway) return;
    const { promise } = this.#group;
    this.write();
    await promise;
  }

  /** Counts a request that was refused because the service was full or the key over its rate. */
  refuse(companyId: string, keyId: string): void {
    const requestedAt = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
    this.#add({ companyId, keyId, requestedAt, outcome: 'refused', count: 1 });
  }

  /** Never throws; a failed write is retried with the next one. */
  write(): Promise<void> {
    if (this.#entries.size > 0) this.#writing ??= this.#writeAll();
    return this.#writing ?? Promise.resolve();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    // The running write may have failed, and these entries need another attempt.
    await this.#writing;
    await this.write();
    if (this.waiting > 0) this.#log.warn({ entries: this.waiting }, 'the last entries of the trail are lost');
  }

  #add(entry: WaitingEntry): void {
    this.#oldestSince = Math.min(this.#oldestSince, performance.now());
    this.#countDropped(this.#entries.add(entry));
  }

  async #writeAll(): Promise<void> {
    try {
      await this.#writeGroups();
    } finally {
      // At once, so that an entry that is recorded now begins another write.
      this.#writing = undefined;
    }
  }

  async #writeGroups(): Promise<void> {
    while (this.#entries.size > 0) {
      const batch = this.#entries.take(BATCH);
      this.#inFlight = batch.length;
      const takenAt = performance.now();
      const isWhole = this.#entries.size === 0;
      const group = this.#nextGroup();
      const patience = setTimeout(() => this.#noteAway(group), PATIENCE_MS);
      try {
        await insert(this.#database, batch);
      } catch (err) {
        this.#noteAway(group, err);
        this.#countDropped(this.#entries.restore(batch));
        return;
      } finally {
        clearTimeout(patience);
        this.#inFlight = 0;
      }
      group.resolve();
      if (isWhole) this.#oldestSince = this.#entries.size === 0 ? Number.POSITIVE_INFINITY : takenAt;
    }
    if (this.#isAway) this.#log.info({ dropped: this.#dropped }, 'the trail is written again');
    this.#isAway = false;
    this.#isDropping = false;
  }

  /** @returns the group of the entries that were just taken; those that are left, if any, join the next */
  #nextGroup(): PromiseWithResolvers<void> {
    const group = this.#group;
    if (this.#entries.size > 0) return Promise.withResolvers<void>();
    this.#group = Promise.withResolvers<void>();
    return group;
  }

  /** Ends all waiting for the database. */
  #noteAway(group: PromiseWithResolvers<void>, err?: unknown): void {
    if (!this.#isAway) this.#log.warn({ err }, 'the trail cannot be written: its entries wait in memory');
    this.#isAway = true;
    group.resolve();
    this.#group.resolve();
    this.#group = Promise.withResolvers<void>();
  }

  #countDropped(count: number): void {
    if (count === 0) return;
    if (!this.#isDropping)
      this.#log.warn(
        'too many entries of the trail wait: the oldest of the company with the most are dropped',
      );
    this.#isDropping = true;
    this.#dropped += count;
  }
}

async function insert(database: Database, entries: readonly WaitingEntry[]): Promise<void> {
  await database.write(
    `INSERT INTO document_trail (entry_id, company_id, key_id, request_id, requested_at, template_id, version, source,
       template_sha256, document_id, format, outcome, count, sha256, bytes, milliseconds, action, value_digests)
     SELECT coalesce("entryId", md5("keyId")::uuid), "companyId", "keyId", "requestId", "requestedAt", "templateId", version,
       source, decode("templateSha256", 'hex'), "documentId", format, outcome, count, decode(sha256, 'hex'), bytes,
       milliseconds, action, "valueDigests"
     FROM json_to_recordset($1) AS entries ("entryId" uuid, "companyId" text, "keyId" text, "requestId" text,
       "requestedAt" timestamptz, "templateId" text, version text, source text, "templateSha256" text,
       "documentId" uuid, format text, outcome text, count integer, sha256 text, bytes integer, milliseconds json,
       action text, "valueDigests" json)
     ON CONFLICT (company_id, requested_at, entry_id)
       DO UPDATE SET count = document_trail.count + excluded.count WHERE excluded.count IS NOT NULL`,
    JSON.stringify(entries),
  );
}
