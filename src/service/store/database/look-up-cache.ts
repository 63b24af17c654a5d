import { LRUCache } from 'lru-cache';
import type { BaseLogger } from 'pino';
import type { Database } from './database.ts';
import { Outage } from './outage.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

/** How long a look-up is trusted; docs/decisions/0007-key-cache.md has the rules and their reasons. */
const TRUST_MS = {
  /** While change notices arrive. */
  hearing: 30_000,
  /** While they do not. */
  deaf: 1_000,
  /** While the database is unavailable. */
  outage: 15 * 60_000,
};

interface Entry<Value> {
  readonly value: Value;
  /** `performance.now()` before the query. */
  readonly askedAt: number;
}

interface LookUpCacheOptions<Value> {
  readonly database: Database;
  readonly log: Pick<BaseLogger, 'info' | 'warn'>;
  /** What is cached, for the log: "keys". */
  readonly what: string;
  /** On which the triggers of the migrations notify, with the id that has changed unless the cache says otherwise. */
  readonly channel: string;
  /** Maximum number of entries. */
  readonly limit: number;
  /** Maximum sum of the sizes of all entries; by default only their number counts. */
  readonly maxSize?: number;
  /** In the unit of `maxSize`; at least 1. */
  readonly sizeOf?: (value: Value) => number;
  /** @throws DatabaseUnavailableError */
  readonly lookUp: (id: string) => Promise<Value | undefined>;
}

/**
 * A cache of database look-ups: what is in use needs no round trip and survives an outage, and change notices of the
 * database invalidate it.
 */
export class LookUpCache<Value> {
  readonly #options: LookUpCacheOptions<Value>;
  readonly #outage: Outage;
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #lookUps = new Map<string, Promise<Value | undefined>>();
  /** Look-ups answered from the cache, and those that asked the database. */
  readonly counts = { hits: 0, misses: 0 };
  /** Time since which no notice can have been missed. */
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
   * Starts listening for changes. Without it the cache is correct too, but asks the database every second.
   * @param onNotice invalidates what the notice names
   */
  async listen(onNotice = (id: string) => this.forget(id)): Promise<void> {
    const { database, log, what, channel } = this.#options;
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

  /** @throws DatabaseUnavailableError when the database cannot be reached and the id is not cached */
  async find(id: string): Promise<Value | undefined> {
    const now = performance.now();
    const entry = this.#entries.get(id);
    if (entry === undefined) {
      this.counts.misses += 1;
      return this.findNow(id);
    }
    const age = now - entry.askedAt;
    const trustMs = entry.askedAt >= this.#hearsSince ? TRUST_MS.hearing : TRUST_MS.deaf;
    const isTrusted = age < (this.#outage.isOn ? TRUST_MS.outage : trustMs);
    this.counts[isTrusted ? 'hits' : 'misses'] += 1;
    if (this.#outage.isOn && isTrusted) return entry.value;
    if (isTrusted) {
      // A caller that needs the answer asks again, and gets the error then.
      if (age > trustMs / 2) this.findNow(id).catch(() => {});
      return entry.value;
    }
    return this.findNow(id).catch((error) => {
      const isKnown = age < TRUST_MS.outage && this.#entries.peek(id) === entry;
      if (isKnown && error instanceof DatabaseUnavailableError) return entry.value;
      throw error;
    });
  }

  /**
   * Invalidates an id. If it was in use, it is looked up again at once, so that no caller has to wait and it is cached
   * should an outage follow.
   */
  forget(id: string): void {
    // A running look-up may have read the old value: its callers still get it, but it is not cached.
    const wasAskedFor = this.#lookUps.delete(id);
    if (this.#entries.delete(id) || wasAskedFor) this.findNow(id).catch(() => {});
  }

  /** Calls `forget` for every entry whose value `hasChanged`. */
  forgetAll(hasChanged: (value: Value) => boolean): void {
    const ids = Array.from(this.#entries)
      .filter(([, { value }]) => hasChanged(value))
      .map(([id]) => id);
    // The values of running look-ups are not known yet, so those are invalidated too.
    for (const id of [...ids, ...this.#lookUps.keys()]) this.forget(id);
  }

  close(): void {
    this.#outage.close();
  }

  /** Like `find`, but bypasses the cache. Concurrent look-ups of an id share one query. */
  findNow(id: string): Promise<Value | undefined> {
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
    if (value === undefined) this.#entries.delete(id);
    else this.#entries.set(id, { value, askedAt });
  }
}
