import type { BaseLogger } from 'pino';
import type { Database } from '../database/database.ts';
import { LookUpCache } from '../database/look-up-cache.ts';
import { readStoredKey, type StoredKey } from './stored-key.ts';

/** The triggers of the migrations notify on it: `key/<keyId>`, or `company/<companyId>` for all keys of a company. */
const CHANNEL = 'key_changes';

/** About 5 MB. */
const MAX_KEYS = 10_000;

export class KeyCache extends LookUpCache<StoredKey> {
  constructor(database: Database, log: Pick<BaseLogger, 'info' | 'warn'>) {
    super({
      ...{ database, log, what: 'keys', channel: CHANNEL, limit: MAX_KEYS },
      lookUp: (keyId) => readStoredKey(database, keyId),
    });
  }

  /** Starts listening for changes. */
  override async listen(): Promise<void> {
    await super.listen((payload) => {
      const [kind, id = ''] = payload.split('/');
      if (kind === 'company') this.forgetCompany(id);
      else this.forget(id);
    });
  }

  /** Invalidates all keys of a company. */
  forgetCompany(companyId: string): void {
    this.forgetAll((stored) => stored.companyId === companyId);
  }
}
