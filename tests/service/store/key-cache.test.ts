import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiKeys, type IssuedKey } from '../../../src/service/store/accounts/api-keys.ts';
import { KeyCache } from '../../../src/service/store/accounts/key-cache.ts';
import { LastUse } from '../../../src/service/store/accounts/last-use.ts';
import { allHeard } from './notices.ts';
import { describeWatched, SILENT } from './watched-suite.ts';

describeWatched('keys in memory', (suite) => {
  let cache: KeyCache;
  /** The key of a new company for each test. */
  let issued: IssuedKey;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    issued = await elsewhere().issue(suite.companyId);
    cache = new KeyCache(suite.database, SILENT);
    await cache.listen();
  });

  afterEach(() => {
    cache.close();
    vi.useRealTimers();
  });

  /** The keys of another instance. */
  const elsewhere = () =>
    new ApiKeys(
      suite.database,
      new KeyCache(suite.database, SILENT),
      new LastUse(suite.database, console.error),
    );

  const seconds = (count: number) => vi.advanceTimersByTime(count * 1_000);
  const isRefused = async () => (await cache.find(issued.keyId))?.isRefused;

  /** Changes the row without a notice, as if the notice were lost. */
  const revokeUnheard = () =>
    suite.database.execute(
      `ALTER TABLE api_keys DISABLE TRIGGER key_change;
       UPDATE api_keys SET revoked_at = now() WHERE key_id = '${issued.keyId}';
       ALTER TABLE api_keys ENABLE TRIGGER key_change`,
    );

  it('are looked up once for concurrent callers', async () => {
    const all = () => Promise.all(Array.from({ length: 100 }, () => cache.find(issued.keyId)));
    expect(await suite.statementsOf(all)).toBe(1);
    expect(await suite.statementsOf(all)).toBe(0);
    expect(await cache.find(issued.keyId)).toMatchObject({ companyId: suite.companyId, isRefused: false });
  });

  it('are refreshed in the background before they expire', async () => {
    await cache.find(issued.keyId);
    seconds(14);
    expect(await suite.statementsOf(() => cache.find(issued.keyId))).toBe(0);
    seconds(2);
    using answers = suite.database.holdAnswers();
    expect(await suite.statementsOf(isRefused)).toBe(1);
    expect(await suite.statementsOf(isRefused)).toBe(0);
    answers.release();
    await vi.waitFor(async () => expect(await suite.statementsOf(isRefused)).toBe(0), 60_000);
    seconds(14);
    expect(await suite.statementsOf(isRefused)).toBe(0);
  });

  it('are used for at most 30 seconds if a notice is lost', async () => {
    expect(await isRefused()).toBe(false);
    await revokeUnheard();
    seconds(14);
    expect(await isRefused()).toBe(false);
    seconds(16);
    expect(await isRefused()).toBe(true);
  });

  it('are used for one second if notices cannot be received', async () => {
    cache = new KeyCache(suite.database, SILENT);
    expect(await isRefused()).toBe(false);
    await revokeUnheard();
    seconds(0.4);
    expect(await isRefused()).toBe(false);
    seconds(0.6);
    expect(await isRefused()).toBe(true);
  });

  it.each([
    ['revoked', `UPDATE api_keys SET revoked_at = now() WHERE key_id = $1`, { isRefused: true }],
    ['given an expiry', `UPDATE api_keys SET expires_at = now() WHERE key_id = $1`, { isRefused: false }],
    ['deleted', `DELETE FROM api_keys WHERE key_id = $1`, undefined],
    [
      'of a suspended company',
      `UPDATE companies SET suspended_at = now() FROM api_keys
       WHERE companies.company_id = api_keys.company_id AND key_id = $1`,
      { isRefused: true },
    ],
  ])('are looked up again at once when one is %s by any connection', async (_title, change, stored) => {
    await cache.find(issued.keyId);
    const { asked } = suite.database;
    await suite.database.query(change, [issued.keyId]);
    await vi.waitFor(() => expect(suite.database.asked).toBe(asked + 2), 60_000);
    const found = await cache.find(issued.keyId);
    if (stored === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(stored);
  });

  it('are looked up again at once when their company is resumed', async () => {
    await suite.database.query('UPDATE companies SET suspended_at = now() WHERE company_id = $1', [
      suite.companyId,
    ]);
    expect(await isRefused()).toBe(true);
    await suite.database.query('UPDATE companies SET suspended_at = NULL WHERE company_id = $1', [
      suite.companyId,
    ]);
    await allHeard(suite.database);
    expect(await isRefused()).toBe(false);
  });

  it('stay cached when other keys change or when they are used', async () => {
    await cache.find(issued.keyId);
    const other = await elsewhere().issue(suite.companyId);
    await elsewhere().revoke(suite.companyId, other.keyId);
    await suite.database.query(`UPDATE api_keys SET last_used_at = now() WHERE key_id = $1`, [issued.keyId]);
    await suite.database.query(`UPDATE companies SET name = 'Acme Limited'`);
    await allHeard(suite.database);
    expect(await suite.statementsOf(isRefused)).toBe(0);
  });

  it('are not cached from a look-up during which they changed', async () => {
    using answers = suite.database.holdAnswers();
    const before = isRefused();
    await answers.held;
    await suite.database.execute(`UPDATE api_keys SET revoked_at = now() WHERE key_id = '${issued.keyId}'`);
    await vi.waitFor(() => expect(answers.count).toBe(2), 60_000);
    const after = isRefused();
    answers.release();
    expect(await Promise.all([before, after])).toEqual([false, true]);
    expect(await isRefused()).toBe(true);
  });
});
