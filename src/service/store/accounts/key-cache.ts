import type { BaseLogger } from 'pino';
import type { Database } from '../database/database.ts';
import { LookUpCache } from '../database/look-up-cache.ts';
import { readStoredKey, type StoredKey } from './stored-key.ts';

/** The triggers of the migrations notify on it: `key/<keyId>`, or `company/<companyId>` for all keys of a company. */
const CHANNEL = 'key_changes';

/** About 5 MB. */
const MAX_KEYS = 10_000;

/** Caches the stored keys in use. */
export class KeyCache {
  readonly #cache: LookUpCache<StoredKey>;

  constructor(database: Database, log: Pick<BaseLogger, 'info' | 'warn'>) {
    this.#cache = new LookUpCache({
      database,
      log,
      what: 'keys',
      limit: MAX_KEYS,
      lookUp: (keyId) => readStoredKey(database, keyId),
    });
  }

  /** Look-ups answered from the cache, and those that asked the database. */
  get counts(): { readonly hits: number; readonly misses: number } {
    return this.#cache.counts;
  }

  /** Starts listening for changes. */
  async listen(): Promise<void> {
    await this.#cache.listen(CHANNEL, (payload) => {
      const [kind, id = ''] = payload.split('/');
      if (kind === 'company') this.forgetCompany(id);
      else this.forgetKey(id);
    });
  }

  /** @throws DatabaseUnavailableError when the database cannot be reached and the key is not cached */
  async find(keyId: string): Promise<StoredKey | undefined> {
    return this.#cache.find(keyId);
  }

  /** Invalidates a key. */
  forgetKey(keyId: string): void {
    this.#cache.forget(keyId);
  }

  /** Invalidates all keys of a company. */
  forgetCompany(companyId: string): void {
    this.#cache.forgetAll((stored) => stored.companyId === companyId);
  }

  close(): void {
    this.#cache.close();
  }
}
