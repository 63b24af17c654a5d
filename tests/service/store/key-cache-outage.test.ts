import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Accounts, openAccounts } from '../../../src/service/store/accounts/accounts.ts';
import { newKey } from '../../../src/service/store/accounts/key-format.ts';
import type { Database } from '../../../src/service/store/database/database.ts';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { databases, type Place } from './databases.ts';
import { allHeard } from './notices.ts';
import { type DatabaseProxy, startProxy } from './proxy.ts';
import { type WatchedDatabase, watch } from './watched-database.ts';

const postgres = databases.find(({ title }) => title.startsWith('PostgreSQL'));
if (postgres === undefined) throw new Error('PostgreSQL is not among the databases');

const MINUTE = 60_000;
const UNAVAILABLE = {
  code: 'service_unavailable',
  message: 'The database cannot be reached; try again in a moment',
};

describe.skipIf(postgres.isSkipped)(`keys while ${postgres.title} is away`, () => {
  let place: Place;
  let proxy: DatabaseProxy;
  /** A direct connection, which does not use the proxy. */
  let operator: Database;
  let database: WatchedDatabase;
  let accounts: Accounts;
  let log: string[];

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    place = await postgres.makePlace();
    proxy = await startProxy(place.options.databaseUrl ?? '');
    operator = await openDatabase(place.options);
    database = watch(await openDatabase({ ...place.options, databaseUrl: proxy.databaseUrl }));
    log = [];
    accounts = await openAccounts(database, {
      info: (message: unknown) => log.push(String(message)),
      warn: (first: unknown, message?: string) => log.push(message ?? String(first)),
    });
    await accounts.companies.create({ companyId: 'acme', name: 'Acme' });
  });

  afterEach(async () => {
    vi.useRealTimers();
    await accounts.close();
    await Promise.all([database.close(), operator.close()]);
    await proxy[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  const logged = (message: string) => vi.waitFor(() => expect(log).toContain(message), { timeout: 60_000 });
  const AWAY = 'the database cannot be reached: keys in use are accepted for 15 minutes';
  const UNHEARD = 'the database no longer tells of changed keys: each is looked up every second';
  const HEARD = 'the database tells of changed keys again';

  /** Issues a key and uses it, so that it is cached. */
  const issueKnown = async () => {
    const issued = await accounts.apiKeys.issue('acme');
    const caller = { companyId: 'acme', keyId: issued.keyId, rights: ['generate'] };
    expect(await accounts.apiKeys.verifyKey(issued.key)).toEqual(caller);
    return { ...issued, caller };
  };

  it('are accepted for 15 minutes if they are cached, and otherwise neither accepted nor refused', async () => {
    const { key, caller } = await issueKnown();
    const { key: unused } = await accounts.apiKeys.issue('acme');
    await proxy.cut();
    await logged(UNHEARD);
    expect(await accounts.apiKeys.verifyKey(key)).toEqual(caller);
    vi.advanceTimersByTime(14 * MINUTE);
    expect(await accounts.apiKeys.verifyKey(key)).toEqual(caller);
    for (const unknown of [unused, newKey().key]) {
      await expect(accounts.apiKeys.verifyKey(unknown)).rejects.toMatchObject(UNAVAILABLE);
    }
    vi.advanceTimersByTime(MINUTE);
    await expect(accounts.apiKeys.verifyKey(key)).rejects.toMatchObject(UNAVAILABLE);
    expect(log.filter((line) => line.includes('keys'))).toEqual([UNHEARD, AWAY]);
  });

  it('are refused if they are cached as revoked, suspended or expired', async () => {
    const [revoked, expiring] = [await issueKnown(), await issueKnown()];
    await accounts.apiKeys.revoke('acme', revoked.keyId);
    await accounts.apiKeys.rotate('acme', expiring.keyId, 120);
    await allHeard(database);
    expect(await accounts.apiKeys.verifyKey(revoked.key)).toBeUndefined();
    expect(await accounts.apiKeys.verifyKey(expiring.key)).toEqual(expiring.caller);
    await proxy.cut();
    vi.advanceTimersByTime(MINUTE);
    expect(await accounts.apiKeys.verifyKey(revoked.key)).toBeUndefined();
    expect(await accounts.apiKeys.verifyKey(expiring.key)).toEqual(expiring.caller);
    vi.advanceTimersByTime(MINUTE);
    expect(await accounts.apiKeys.verifyKey(expiring.key)).toBeUndefined();
  });

  it('are looked up again when it is back, because notices may be missing', async () => {
    const [revoked, kept] = [await issueKnown(), await issueKnown()];
    await proxy.cut();
    await logged(UNHEARD);
    vi.advanceTimersByTime(MINUTE);
    await operator.query('UPDATE api_keys SET revoked_at = now() WHERE key_id = $1', [revoked.keyId]);
    expect(await accounts.apiKeys.verifyKey(revoked.key)).toEqual(revoked.caller);
    await proxy.mend();
    await logged(HEARD);
    expect(await accounts.apiKeys.verifyKey(revoked.key)).toBeUndefined();
    expect(await accounts.apiKeys.verifyKey(kept.key)).toEqual(kept.caller);
    const { asked } = database;
    vi.advanceTimersByTime(14_000);
    expect(await accounts.apiKeys.verifyKey(kept.key)).toEqual(kept.caller);
    expect(database.asked).toBe(asked);
  });

  it('are looked up again when it is back, even before notices are', async () => {
    const revoked = await issueKnown();
    await proxy.cut();
    vi.advanceTimersByTime(MINUTE);
    expect(await accounts.apiKeys.verifyKey(revoked.key)).toEqual(revoked.caller);
    await operator.query('UPDATE api_keys SET revoked_at = now() WHERE key_id = $1', [revoked.keyId]);
    await proxy.mend();
    await logged('the database can be reached again');
    expect(await accounts.apiKeys.verifyKey(revoked.key)).toBeUndefined();
  });

  it('have their last use stored when it is back', async () => {
    const { key, keyId } = await issueKnown();
    await proxy.cut();
    await accounts.apiKeys.verifyKey(key);
    await expect(accounts.apiKeys.list('acme')).rejects.toMatchObject(UNAVAILABLE);
    expect(log).toContain('when keys were last used is not written yet');
    await proxy.mend();
    const listed = await accounts.apiKeys.list('acme');
    expect(listed.find((entry) => entry.keyId === keyId)?.lastUsedAt).toBeInstanceOf(Date);
  });
});
