import type { BaseLogger } from 'pino';
import type { Database } from '../database/database.ts';
import { OverrideCache } from '../overrides/override-cache.ts';
import { Overrides } from '../overrides/overrides.ts';
import { ApiKeys } from './api-keys.ts';
import { Companies } from './companies.ts';
import { KeyCache } from './key-cache.ts';
import { LastUse } from './last-use.ts';
import { Profiles } from './profiles.ts';

export interface Accounts {
  readonly companies: Companies;
  readonly apiKeys: ApiKeys;
  readonly profiles: Profiles;
  readonly overrides: Overrides;
  /** The overrides in use, cached, for generating documents. */
  readonly overridesInUse: OverrideCache;
  /** Look-ups of keys answered from the cache, and those that asked the database. */
  readonly keyLookUps: { readonly hits: number; readonly misses: number };
  /** Writes what is still in memory. Does not close the database. */
  close(): Promise<void>;
}

/**
 * The companies, their keys and their templates. A change takes effect here at once, and on other instances within a
 * second.
 */
export async function openAccounts(
  database: Database,
  log: Pick<BaseLogger, 'info' | 'warn'>,
): Promise<Accounts> {
  const keyCache = new KeyCache(database, log);
  const overridesInUse = new OverrideCache(database, log);
  const profiles = new Profiles(database, log);
  await Promise.all([keyCache.listen(), overridesInUse.listen(), profiles.listen()]);
  const lastUse = new LastUse(database, (err) =>
    log.warn({ err }, 'when keys were last used is not written yet'),
  );
  return {
    companies: new Companies(database, keyCache),
    apiKeys: new ApiKeys(database, keyCache, lastUse),
    profiles,
    overrides: new Overrides(database, overridesInUse),
    overridesInUse,
    keyLookUps: keyCache.counts,
    close: async () => {
      keyCache.close();
      overridesInUse.close();
      profiles.close();
      await lastUse.close();
    },
  };
}
