import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CustomText } from '../../../schemas/overrides.ts';
import type { Database } from '../../../src/service/store/database/database.ts';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { OverrideCache } from '../../../src/service/store/overrides/override-cache.ts';
import { type Override, Overrides } from '../../../src/service/store/overrides/overrides.ts';
import { SourceCache } from '../../../src/service/store/overrides/source-cache.ts';
import { databases } from './databases.ts';
import { allHeard } from './notices.ts';
import { startProxy } from './proxy.ts';
import { describeWatched, SILENT } from './watched-suite.ts';

const UNAVAILABLE = { code: 'service_unavailable' };

const PARTS = new Map([['partials/money.njk', 'pay {{ amount }}']]);
const textOf = (source: string, parts = PARTS) => ({
  ...{
    schemaVersion: '1.0.0',
    source: Buffer.from(source),
    warnings: [],
    parts,
    publisher: 'administration',
    ownParts: new Map(),
    isProposal: false,
    definition: null,
  },
});
const read = async (text: Promise<CustomText | undefined>) => (await text)?.source;

describeWatched('overrides in memory', (suite) => {
  let cache: OverrideCache;

  beforeEach(async () => {
    cache = new OverrideCache(suite.database, SILENT);
    await cache.listen();
  });
  afterEach(() => cache.close());

  const one = (version: string) => ({ companyId: suite.companyId, templateId: 'nda', version });
  /** Publishes as another instance. */
  const publish = async (version: string, source: string) => {
    const elsewhere = new Overrides(suite.database, new OverrideCache(suite.database, SILENT));
    return (await elsewhere.publish(one(version), textOf(source))).override;
  };
  const versions = async () =>
    (await cache.versionsOf(suite.companyId)).get('nda')?.map(({ version }) => version);
  it('cost one statement for the versions and one for the source, for all concurrent callers', async () => {
    const digests = await publish('1.0.0', 'first');
    await allHeard(suite.database);
    const all = () =>
      Promise.all(
        Array.from({ length: 100 }, async () => {
          await cache.versionsOf(suite.companyId);
          return read(cache.textOf(one('1.0.0'), digests));
        }),
      );
    expect(await suite.statementsOf(all)).toBe(2);
    expect(await suite.statementsOf(all)).toBe(0);
    expect(new Set(await all())).toEqual(new Set(['first']));
  });

  it('are in order of precedence, without retired ones', async () => {
    for (const version of ['1.9.0', '2.0.0-a', '1.10.0', '2.0.0', '0.1.0']) await publish(version, version);
    const elsewhere = new Overrides(suite.database, new OverrideCache(suite.database, SILENT));
    await elsewhere.retire(one('1.9.0'));
    expect(await versions()).toEqual(['2.0.0', '2.0.0-a', '1.10.0', '0.1.0']);
  });

  it('are loaded again after any change by another connection', async () => {
    await publish('1.0.0', 'first');
    expect(await versions()).toEqual(['1.0.0']);
    await publish('1.1.0', 'second');
    await allHeard(suite.database);
    expect(await versions()).toEqual(['1.1.0', '1.0.0']);
    await suite.database.query('UPDATE overrides SET retired_at = now() WHERE company_id = $1', [
      suite.companyId,
    ]);
    await allHeard(suite.database);
    expect(await versions()).toBeUndefined();
  });

  it('are loaded again when one is missing', async () => {
    expect(await versions()).toBeUndefined();
    await suite.database.execute('ALTER TABLE overrides DISABLE TRIGGER override_change');
    await publish('1.0.0', 'first');
    await suite.database.execute('ALTER TABLE overrides ENABLE TRIGGER override_change');
    expect(await versions()).toBeUndefined();
    expect([...(await cache.versionsNow(suite.companyId)).keys()]).toEqual(['nda']);
    expect(await versions()).toEqual(['1.0.0']);
  });

  it('keep the most recently used sources up to the maximum number of characters', async () => {
    const sources = new SourceCache(suite.database, 30);
    const published = new Map<string, Override>();
    for (const version of ['1.0.0', '2.0.0', '3.0.0', '4.0.0'])
      published.set(version, await publish(version, version.padEnd(9, '.')));
    const get = async (version: string) => {
      const digests = published.get(version);
      return digests && sources.get(one(version), digests);
    };
    for (const version of ['1.0.0', '2.0.0', '3.0.0', '1.0.0', '4.0.0']) await get(version);
    expect(await suite.statementsOf(() => get('1.0.0'))).toBe(0);
    expect(await suite.statementsOf(() => get('2.0.0'))).toBe(1);
  });

  it('return the text with the given digests, or none', async () => {
    const digests = await publish('1.0.0', 'first');
    expect(await cache.textOf(one('1.0.0'), { ...digests, sha256: 'ab'.repeat(32) })).toBeUndefined();
    expect(await cache.textOf(one('1.0.0'), { ...digests, partsSha256: 'ab'.repeat(32) })).toBeUndefined();
    expect(await cache.textOf(one('2.0.0'), digests)).toBeUndefined();
    expect(await cache.textOf(one('1.0.0'), digests)).toEqual({
      source: 'first',
      parts: { sha256: digests.partsSha256, sources: PARTS, own: [] },
      definition: null,
    });
  });

  it('keep the parts of their first publishing, which cost once', async () => {
    const elsewhere = new Overrides(suite.database, new OverrideCache(suite.database, SILENT));
    const size = async () =>
      (await suite.database.query("SELECT encode(sha256, 'hex') AS sha256 FROM template_parts")).length;
    const { partsSha256 } = await publish('1.0.0', 'first');
    const before = await size();
    expect((await publish('2.0.0', 'second')).partsSha256).toBe(partsSha256);
    await elsewhere.retire(one('1.0.0'));
    const changed = new Map([...PARTS, ['partials/party.njk', `of ${suite.companyId}`]]);
    const again = await elsewhere.publish(one('1.0.0'), textOf('first', changed));
    expect([again.isNew, again.override.partsSha256]).toEqual([false, partsSha256]);
    expect(await size()).toBe(before + 1);
    const { override } = await elsewhere.publish(one('3.0.0'), textOf('first', changed));
    expect(await cache.textOf(one('3.0.0'), override)).toMatchObject({ parts: { sources: changed } });
    expect(await size()).toBe(before + 1);
  });
});

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
      await cache.textOf({ ...key, version: '1.0.0' }, used);
      await proxy.cut();
      vi.useFakeTimers({ toFake: ['performance'], now: performance.now() });
      vi.advanceTimersByTime(14 * 60_000);
      expect((await cache.versionsOf('known')).get('nda')?.map(({ version }) => version)).toEqual([
        '1.1.0',
        '1.0.0',
      ]);
      expect(await read(cache.textOf({ ...key, version: '1.0.0' }, used))).toBe('1.0.0');
      await expect(cache.textOf({ ...key, version: '1.1.0' }, unused)).rejects.toMatchObject(UNAVAILABLE);
      await expect(cache.versionsOf('unknown')).rejects.toMatchObject(UNAVAILABLE);
      vi.useRealTimers();
      await proxy.mend();
      await vi.waitFor(() => cache.textOf({ ...key, version: '1.1.0' }, unused), { timeout: 60_000 });
    } finally {
      vi.useRealTimers();
      cache.close();
      await database.close();
    }
  });
});
