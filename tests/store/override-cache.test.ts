import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/store/database/database.ts';
import { OverrideCache } from '../../src/store/overrides/override-cache.ts';
import { Overrides } from '../../src/store/overrides/overrides.ts';
import { SourceCache } from '../../src/store/overrides/source-cache.ts';
import { databases, type Place } from './databases.ts';
import { allHeard } from './notices.ts';
import { startProxy } from './proxy.ts';
import { type WatchedDatabase, watch } from './watched-database.ts';

const SILENT = { info: () => {}, warn: () => {} };
const UNAVAILABLE = { code: 'service_unavailable' };

const textOf = (source: string) => ({ schemaVersion: '1.0.0', source: Buffer.from(source), warnings: [] });

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`overrides in memory over ${title}`, () => {
    let place: Place;
    let database: WatchedDatabase;
    let cache: OverrideCache;
    let companyId = 'company-0';

    beforeAll(async () => {
      place = await makePlace();
      database = watch(await openDatabase(place.options));
    });
    afterAll(async () => {
      await database.close();
      await place[Symbol.asyncDispose]();
    });
    beforeEach(async () => {
      companyId = companyId.replace(/\d+/, (number) => String(Number(number) + 1));
      await database.query('INSERT INTO companies (company_id, name) VALUES ($1, $1)', [companyId]);
      cache = new OverrideCache(database, SILENT);
      await cache.listen();
    });
    afterEach(() => cache.close());

    const one = (version: string) => ({ companyId, templateId: 'nda', version });
    /** Publishes as another instance. */
    const publish = async (version: string, source: string) => {
      const elsewhere = new Overrides(database, new OverrideCache(database, SILENT));
      return (await elsewhere.publish(one(version), textOf(source))).override;
    };
    const versions = async () =>
      (await cache.versionsOf(companyId)).get('nda')?.map(({ version }) => version);
    const statementsOf = async (work: () => Promise<unknown>) => {
      const before = database.asked;
      await work();
      return database.asked - before;
    };

    it('cost one statement for the versions and one for the source, for all concurrent callers', async () => {
      const { sha256 } = await publish('1.0.0', 'first');
      await allHeard(database);
      const all = () =>
        Promise.all(
          Array.from({ length: 100 }, async () => {
            await cache.versionsOf(companyId);
            return cache.sourceOf(one('1.0.0'), sha256);
          }),
        );
      expect(await statementsOf(all)).toBe(2);
      expect(await statementsOf(all)).toBe(0);
      expect(new Set(await all())).toEqual(new Set(['first']));
    });

    it('are in order of precedence, without retired ones', async () => {
      for (const version of ['1.9.0', '2.0.0-a', '1.10.0', '2.0.0', '0.1.0']) await publish(version, version);
      const elsewhere = new Overrides(database, new OverrideCache(database, SILENT));
      await elsewhere.retire(one('1.9.0'));
      expect(await versions()).toEqual(['2.0.0', '2.0.0-a', '1.10.0', '0.1.0']);
    });

    it('are loaded again after any change by another connection', async () => {
      await publish('1.0.0', 'first');
      expect(await versions()).toEqual(['1.0.0']);
      await publish('1.1.0', 'second');
      await allHeard(database);
      expect(await versions()).toEqual(['1.1.0', '1.0.0']);
      await database.query('UPDATE overrides SET retired_at = now() WHERE company_id = $1', [companyId]);
      await allHeard(database);
      expect(await versions()).toBeUndefined();
    });

    it('are loaded again when one is missing', async () => {
      expect(await versions()).toBeUndefined();
      await database.execute('ALTER TABLE overrides DISABLE TRIGGER override_change');
      await publish('1.0.0', 'first');
      await database.execute('ALTER TABLE overrides ENABLE TRIGGER override_change');
      expect(await versions()).toBeUndefined();
      expect([...(await cache.versionsNow(companyId)).keys()]).toEqual(['nda']);
      expect(await versions()).toEqual(['1.0.0']);
    });

    it('keep the most recently used sources up to the maximum number of characters', async () => {
      const sources = new SourceCache(database, 30);
      const sha256s = new Map<string, string>();
      for (const version of ['1.0.0', '2.0.0', '3.0.0', '4.0.0'])
        sha256s.set(version, (await publish(version, version.padEnd(9, '.'))).sha256);
      const read = (version: string) => sources.get(one(version), sha256s.get(version) ?? '');
      for (const version of ['1.0.0', '2.0.0', '3.0.0', '1.0.0', '4.0.0']) await read(version);
      expect(await statementsOf(() => read('1.0.0'))).toBe(0);
      expect(await statementsOf(() => read('2.0.0'))).toBe(1);
    });

    it('return the source with the given SHA-256, or none', async () => {
      const { sha256 } = await publish('1.0.0', 'first');
      expect(await cache.sourceOf(one('1.0.0'), 'ab'.repeat(32))).toBeUndefined();
      expect(await cache.sourceOf(one('2.0.0'), sha256)).toBeUndefined();
      expect(await cache.sourceOf(one('1.0.0'), sha256)).toBe('first');
    });
  });
}

const postgres = databases.find(({ title }) => title.startsWith('PostgreSQL'));

describe.skipIf(postgres?.isSkipped ?? true)('overrides while PostgreSQL is away', () => {
  it('are used if they are cached, and are otherwise unavailable', async () => {
    if (postgres === undefined) throw new Error('PostgreSQL is not among the databases');
    await using place = await postgres.makePlace();
    await using proxy = await startProxy(place.options.databaseUrl ?? '');
    const database: Database = await openDatabase({ ...place.options, databaseUrl: proxy.databaseUrl });
    const cache = new OverrideCache(database, SILENT);
    try {
      await cache.listen();
      for (const companyId of ['known', 'unknown'])
        await database.query('INSERT INTO companies (company_id, name) VALUES ($1, $1)', [companyId]);
      const overrides = new Overrides(database, cache);
      const key = { companyId: 'known', templateId: 'nda' };
      const [used, unused] = await Promise.all(
        ['1.0.0', '1.1.0'].map(async (version) => {
          const { override } = await overrides.publish({ ...key, version }, textOf(version));
          return override;
        }),
      );
      if (used === undefined || unused === undefined) throw new Error('nothing was published');
      await allHeard(database);
      await cache.versionsOf('known');
      await cache.sourceOf({ ...key, version: '1.0.0' }, used.sha256);
      await proxy.cut();
      vi.useFakeTimers({ toFake: ['performance'], now: performance.now() });
      vi.advanceTimersByTime(14 * 60_000);
      expect((await cache.versionsOf('known')).get('nda')?.map(({ version }) => version)).toEqual([
        '1.1.0',
        '1.0.0',
      ]);
      expect(await cache.sourceOf({ ...key, version: '1.0.0' }, used.sha256)).toBe('1.0.0');
      await expect(cache.sourceOf({ ...key, version: '1.1.0' }, unused.sha256)).rejects.toMatchObject(
        UNAVAILABLE,
      );
      await expect(cache.versionsOf('unknown')).rejects.toMatchObject(UNAVAILABLE);
      vi.useRealTimers();
      await proxy.mend();
      await vi.waitFor(() => cache.sourceOf({ ...key, version: '1.1.0' }, unused.sha256), { timeout: 5_000 });
    } finally {
      vi.useRealTimers();
      cache.close();
      await database.close();
    }
  });
});
