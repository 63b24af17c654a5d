import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newKey } from '../../../src/service/store/accounts/key-format.ts';
import { LastUse } from '../../../src/service/store/accounts/last-use.ts';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { databases, type Place } from './databases.ts';
import { type WatchedDatabase, watch } from './watched-database.ts';

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`last use of keys over ${title}`, () => {
    let place: Place;
    let database: WatchedDatabase;
    let lastUse: LastUse;
    let faults: unknown[];
    let keyIds: string[];

    beforeAll(async () => {
      place = await makePlace();
      database = watch(await openDatabase(place.options));
      await database.query(`INSERT INTO companies (company_id, name) VALUES ('acme', 'Acme')`);
    });

    afterAll(async () => {
      await database.close();
      await place[Symbol.asyncDispose]();
    });

    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
      vi.setSystemTime('2026-11-21T09:30:42.500Z');
      faults = [];
      lastUse = new LastUse(database, (error) => faults.push(error));
      const keys = [newKey(), newKey(), newKey()];
      for (const { keyId, digest } of keys) {
        await database.query(`INSERT INTO api_keys (key_id, company_id, digest) VALUES ($1, 'acme', $2)`, [
          keyId,
          digest,
        ]);
      }
      keyIds = keys.map(({ keyId }) => keyId);
    });

    afterEach(async () => {
      await lastUse.close();
      vi.useRealTimers();
    });

    const written = async () => {
      const rows = await database.query<{ key_id: string; last_used_at: Date | null }>(
        'SELECT key_id, last_used_at FROM api_keys',
      );
      const moments = new Map(rows.map(({ key_id, last_used_at }) => [key_id, last_used_at?.toISOString()]));
      return keyIds.map((keyId) => moments.get(keyId));
    };

    const use = (...indexes: number[]) => {
      for (const index of indexes) lastUse.record(keyIds[index] ?? '');
    };

    it('is stored to the minute, in one statement per minute, or none without use', async () => {
      use(0, 1, 0, 0, 1);
      const before = database.asked;
      await vi.advanceTimersByTimeAsync(59_000);
      expect(database.asked).toBe(before);
      await vi.advanceTimersByTimeAsync(1_000);
      await vi.waitFor(
        async () =>
          expect(await written()).toEqual([
            '2026-11-21T09:30:00.000Z',
            '2026-11-21T09:30:00.000Z',
            undefined,
          ]),
        60_000,
      );
      const after = database.asked;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(database.asked).toBe(after);
    });

    it('is stored at the end', async () => {
      use(2);
      await lastUse.close();
      expect(await written()).toEqual([undefined, undefined, '2026-11-21T09:30:00.000Z']);
    });

    it('is not set back when an instance writes late', async () => {
      use(0);
      const other = new LastUse(database, (error) => faults.push(error));
      vi.setSystemTime('2026-11-21T09:35:00Z');
      other.record(keyIds[0] ?? '');
      await other.close();
      await lastUse.write();
      expect(await written()).toEqual(['2026-11-21T09:35:00.000Z', undefined, undefined]);
    });

    it('is kept if it cannot be stored, and stored with the next one', async () => {
      await database.execute('ALTER TABLE api_keys RENAME TO away');
      use(0, 1);
      const writing = lastUse.write();
      vi.setSystemTime('2026-11-21T09:40:00Z');
      use(1);
      await writing;
      expect(faults).toEqual([expect.objectContaining({ code: '42P01' })]);
      await database.execute('ALTER TABLE away RENAME TO api_keys');
      use(2);
      await lastUse.write();
      expect(await written()).toEqual([
        '2026-11-21T09:30:00.000Z',
        '2026-11-21T09:40:00.000Z',
        '2026-11-21T09:40:00.000Z',
      ]);
      expect(faults).toHaveLength(1);
    });
  });
}
