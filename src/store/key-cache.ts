import type { BaseLogger } from 'pino';
import { BoundedMap } from './bounded-map.ts';
import type { Database } from './database.ts';
import { findKey, type StoredKey } from './find-key.ts';
import { Outage } from './outage.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

/** The triggers of the migrations send on it: `key/<keyId>`, or `company/<companyId>` for all keys of a company. */
const CHANNEL = 'key_changes';

/** For how long a look-up holds; docs/decisions/0007-key-cache.md has the rules and their reasons. */
const TRUST_MS = {
  /** Changes have been heard of ever since. */
  hearing: 30_000,
  /** They have not. */
  deaf: 1_000,
  /** There was no such key. */
  unknown: 1_000,
  /** The database is away. */
  outage: 15 * 60_000,
};

/** About 5 MB. */
const MAX_KEYS = 10_000;

/** A stranger can fill these, and so they are apart from the companies' keys. */
const MAX_UNKNOWN = 1_000;

interface Entry {
  readonly stored: StoredKey;
  /** `performance.now()` before the look-up. */
  readonly askedAt: number;
}

/** What is stored of the keys in use, in memory: a key that is in use costs no round trip, and survives an outage. */
export class KeyCache {
  readonly #database: Database;
  readonly #log: Pick<BaseLogger, 'info' | 'warn'>;
  readonly #outage: Outage;
  readonly #entries = new BoundedMap<string, Entry>(MAX_KEYS);
  /** Ids of which there is no key → when that was asked. */
  readonly #unknown = new BoundedMap<string, number>(MAX_UNKNOWN);
  readonly #lookUps = new Map<string, Promise<StoredKey | undefined>>();
  /** Since when no change can have been missed. */
  #hearsSince = Number.POSITIVE_INFINITY;

  constructor(database: Database, log: Pick<BaseLogger, 'info' | 'warn'>) {
    this.#database = database;
    this.#log = log;
    this.#outage = new Outage(database, log);
  }

  /** Hears of changes from now on. Without it the cache is right too, and asks every second. */
  async listen(): Promise<void> {
    await this.#database.listen(CHANNEL, {
      onNotice: (payload) => {
        const [kind, id = ''] = payload.split('/');
        if (kind === 'company') this.forgetCompany(id);
        else this.forgetKey(id);
      },
      onDisconnect: () => {
        this.#hearsSince = Number.POSITIVE_INFINITY;
        this.#log.warn('the database no longer tells of changed keys: each is looked up every second');
      },
      onReconnect: () => {
        this.#hearsSince = performance.now();
        this.#outage.end();
        this.#log.info('the database tells of changed keys again');
      },
    });
    this.#hearsSince = performance.now();
  }

  /** @throws DatabaseUnavailableError when the database cannot be reached and the key is not known from before */
  async find(keyId: string): Promise<StoredKey | undefined> {
    const now = performance.now();
    const entry = this.#entries.get(keyId);
    if (entry === undefined) {
      const isUnknown = now - (this.#unknown.get(keyId) ?? Number.NEGATIVE_INFINITY) < TRUST_MS.unknown;
      return isUnknown ? undefined : this.#lookUp(keyId);
    }
    const age = now - entry.askedAt;
    const trustMs = entry.askedAt >= this.#hearsSince ? TRUST_MS.hearing : TRUST_MS.deaf;
    if (this.#outage.isOn && age < TRUST_MS.outage) return entry.stored;
    if (age < trustMs) {
      // Who cannot do without the answer will ask again, and be told why there is none.
      if (age > trustMs / 2) this.#lookUp(keyId).catch(() => {});
      return entry.stored;
    }
    return this.#lookUp(keyId).catch((error) => {
      const isKnown = age < TRUST_MS.outage && this.#entries.get(keyId) === entry;
      if (isKnown && error instanceof DatabaseUnavailableError) return entry.stored;
      throw error;
    });
  }

  /**
   * To be called for a key that has changed. One that was in use is looked up at once, so that no caller has to wait,
   * and so that it is known in an outage.
   */
  forgetKey(keyId: string): void {
    this.#unknown.delete(keyId);
    // What is being looked up may come from before the change: it is for those who wait for it, and not to be kept.
    const wasAskedFor = this.#lookUps.delete(keyId);
    if (this.#entries.delete(keyId) || wasAskedFor) this.#lookUp(keyId).catch(() => {});
  }

  /** To be called for a company of which all keys have changed. */
  forgetCompany(companyId: string): void {
    const keyIds = Array.from(this.#entries)
      .filter(([, { stored }]) => stored.companyId === companyId)
      .map(([keyId]) => keyId);
    // Whose keys are being looked up is not known yet.
    for (const keyId of [...keyIds, ...this.#lookUps.keys()]) this.forgetKey(keyId);
  }

  close(): void {
    this.#outage.close();
  }

  /** One at a time for each key. */
  #lookUp(keyId: string): Promise<StoredKey | undefined> {
    const underWay = this.#lookUps.get(keyId);
    if (underWay !== undefined) return underWay;
    const askedAt = performance.now();
    const lookUp = findKey(this.#database, keyId)
      .then((stored) => {
        this.#outage.end();
        if (this.#lookUps.get(keyId) === lookUp) this.#keep(keyId, stored, askedAt);
        return stored;
      })
      .catch((error) => {
        if (error instanceof DatabaseUnavailableError) this.#outage.begin(error);
        throw error;
      })
      .finally(() => {
        if (this.#lookUps.get(keyId) === lookUp) this.#lookUps.delete(keyId);
      });
    this.#lookUps.set(keyId, lookUp);
    return lookUp;
  }

  #keep(keyId: string, stored: StoredKey | undefined, askedAt: number): void {
    if (stored !== undefined) {
      this.#entries.set(keyId, { stored, askedAt });
      return;
    }
    this.#entries.delete(keyId);
    this.#unknown.set(keyId, askedAt);
  }
}
