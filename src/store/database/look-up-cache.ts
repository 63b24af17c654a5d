import { LRUCache } from 'lru-cache';
import type { BaseLogger } from 'pino';
import type { Database } from './database.ts';
import { Outage } from './outage.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

/** For how long a look-up holds; docs/decisions/0007-key-cache.md has the rules and their reasons. */
const TRUST_MS = {
  /** Changes have been heard of ever since. */
  hearing: 30_000,
  /** They have not. */
  deaf: 1_000,
  /** There was nothing of that id. */
  unknown: 1_000,
  /** The database is away. */
  outage: 15 * 60_000,
};

/** Callers without a key can fill this list, so it has a limit of its own and never drops a company's entry. */
const MAX_UNKNOWN = 1_000;

interface Entry<Value> {
  readonly value: Value;
  /** `performance.now()` before the look-up. */
  readonly askedAt: number;
}

export interface LookUpCacheOptions<Value> {
  readonly database: Database;
  readonly log: Pick<BaseLogger, 'info' | 'warn'>;
  /** What is looked up, for the log: "keys". */
  readonly what: string;
  /** How many entries are kept. */
  readonly limit: number;
  /** The most that the sizes of all entries may add up to; without it, only their number counts. */
  readonly maxSize?: number;
  /** In the unit of `maxSize`; at least 1. */
  readonly sizeOf?: (value: Value) => number;
  /** @throws DatabaseUnavailableError */
  readonly lookUp: (id: string) => Promise<Value | undefined>;
}

/**
 * What the database said, in memory: what is in use costs no round trip and survives an outage, and a notice of the
 * database makes it ask again.
 */
export class LookUpCache<Value> {
  readonly #options: LookUpCacheOptions<Value>;
  readonly #outage: Outage;
  readonly #entries: LRUCache<string, Entry<Value>>;
  /** Ids that the database did not have → `performance.now()` before the look-up. */
  readonly #unknown = new LRUCache<string, number>({ max: MAX_UNKNOWN });
  readonly #lookUps = new Map<string, Promise<Value | undefined>>();
  /** How often `find` has answered from memory, and how often it has asked the database. */
  readonly counts = { hits: 0, misses: 0 };
  /** Since when no change can have been missed. */
  #hearsSince = Number.POSITIVE_INFINITY;

  constructor(options: LookUpCacheOptions<Value>) {
    this.#options = options;
    this.#outage = new Outage(options.database, options.log, options.what);
    const { limit, maxSize, sizeOf } = options;
    this.#entries = new LRUCache({
      max: limit,
      ...(maxSize !== undefined && { maxSize, sizeCalculation: ({ value }) => sizeOf?.(value) ?? 1 }),
    });
  }

  /**
   * Hears of changes from now on. Without it the cache is right too, and asks every second.
   * @param channel on which the triggers of the migrations send
   * @param onNotice forgets what the notice is about
   */
  async listen(channel: string, onNotice: (payload: string) => void): Promise<void> {
    const { database, log, what } = this.#options;
    await database.listen(channel, {
      onNotice,
      onDisconnect: () => {
        this.#hearsSince = Number.POSITIVE_INFINITY;
        log.warn(`the database no longer tells of changed ${what}: each is looked up every second`);
      },
      onReconnect: () => {
        this.#hearsSince = performance.now();
        this.#outage.end();
        log.info(`the database tells of changed ${what} again`);
      },
    });
    this.#hearsSince = performance.now();
  }

  /** @throws DatabaseUnavailableError when the database cannot be reached and the id is not known from before */
  async find(id: string): Promise<Value | undefined> {
    const now = performance.now();
    const entry = this.#entries.get(id);
    if (entry === undefined) {
      const isUnknown = now - (this.#unknown.get(id) ?? Number.NEGATIVE_INFINITY) < TRUST_MS.unknown;
      this.counts[isUnknown ? 'hits' : 'misses'] += 1;
      return isUnknown ? undefined : this.#lookUp(id);
    }
    const age = now - entry.askedAt;
    const trustMs = entry.askedAt >= this.#hearsSince ? TRUST_MS.hearing : TRUST_MS.deaf;
    const isTrusted = age < (this.#outage.isOn ? TRUST_MS.outage : trustMs);
    this.counts[isTrusted ? 'hits' : 'misses'] += 1;
    if (this.#outage.isOn && isTrusted) return entry.value;
    if (isTrusted) {
      // Who cannot do without the answer will ask again, and be told why there is none.
      if (age > trustMs / 2) this.#lookUp(id).catch(() => {});
      return entry.value;
    }
    return this.#lookUp(id).catch((error) => {
      const isKnown = age < TRUST_MS.outage && this.#entries.peek(id) === entry;
      if (isKnown && error instanceof DatabaseUnavailableError) return entry.value;
      throw error;
    });
  }

  /** As `find`, for who does not believe what is remembered. */
  async findNow(id: string): Promise<Value | undefined> {
    return this.#lookUp(id);
  }

  /**
   * To be called for what has changed. If it was in use, it is looked up at once, so that no caller has to wait, and so
   * that it is known in an outage.
   */
  forget(id: string): void {
    this.#unknown.delete(id);
    // What is being looked up may come from before the change: it is for those who wait for it, and not to be kept.
    const wasAskedFor = this.#lookUps.delete(id);
    if (this.#entries.delete(id) || wasAskedFor) this.#lookUp(id).catch(() => {});
  }

  /** `forget` for all that have changed, as the value of each tells. */
  forgetAll(hasChanged: (value: Value) => boolean): void {
    const ids = Array.from(this.#entries)
      .filter(([, { value }]) => hasChanged(value))
      .map(([id]) => id);
    // What is being looked up is not known yet.
    for (const id of [...ids, ...this.#lookUps.keys()]) this.forget(id);
  }

  close(): void {
    this.#outage.close();
  }

  /** One at a time for each id. */
  #lookUp(id: string): Promise<Value | undefined> {
    const underWay = this.#lookUps.get(id);
    if (underWay !== undefined) return underWay;
    const askedAt = performance.now();
    const lookUp = this.#options
      .lookUp(id)
      .then((value) => {
        this.#outage.end();
        if (this.#lookUps.get(id) === lookUp) this.#keep(id, value, askedAt);
        return value;
      })
      .catch((error) => {
        if (error instanceof DatabaseUnavailableError) this.#outage.begin(error);
        throw error;
      })
      .finally(() => {
        if (this.#lookUps.get(id) === lookUp) this.#lookUps.delete(id);
      });
    this.#lookUps.set(id, lookUp);
    return lookUp;
  }

  #keep(id: string, value: Value | undefined, askedAt: number): void {
    if (value !== undefined) {
      this.#entries.set(id, { value, askedAt });
      return;
    }
    this.#entries.delete(id);
    this.#unknown.set(id, askedAt);
  }
}
