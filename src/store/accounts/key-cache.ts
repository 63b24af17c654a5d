import type { BaseLogger } from 'pino';
import type { Database } from '../database/database.ts';
import { LookUpCache } from '../database/look-up-cache.ts';
import { findKey, type StoredKey } from './find-key.ts';

/** The triggers of the migrations send on it: `key/<keyId>`, or `company/<companyId>` for all keys of a company. */
const CHANNEL = 'key_changes';

/** About 5 MB. */
const MAX_KEYS = 10_000;

/** What is stored of the keys in use, in memory. */
export class KeyCache {
  readonly #cache: LookUpCache<StoredKey>;

  constructor(database: Database, log: Pick<BaseLogger, 'info' | 'warn'>) {
    this.#cache = new LookUpCache({
      database,
      log,
      what: 'keys',
      limit: MAX_KEYS,
      lookUp: (keyId) => findKey(database, keyId),
    });
  }

  /** How often a key was known from before, and how often the database was asked for it. */
  get counts(): { readonly hits: number; readonly misses: number } {
    return this.#cache.counts;
  }

  /** Hears of changes from now on. */
  async listen(): Promise<void> {
    await this.#cache.listen(CHANNEL, (payload) => {
      const [kind, id = ''] = payload.split('/');
      if (kind === 'company') this.forgetCompany(id);
      else this.forgetKey(id);
    });
  }

  /** @throws DatabaseUnavailableError when the database cannot be reached and the key is not known from before */
  async find(keyId: string): Promise<StoredKey | undefined> {
    return this.#cache.find(keyId);
  }

  /** To be called for a key that has changed. */
  forgetKey(keyId: string): void {
    this.#cache.forget(keyId);
  }

  /** To be called for a company of which all keys have changed. */
  forgetCompany(companyId: string): void {
    this.#cache.forgetAll((stored) => stored.companyId === companyId);
  }

  close(): void {
    this.#cache.close();
  }
}
