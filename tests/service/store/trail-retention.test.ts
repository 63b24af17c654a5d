import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/service/store/database/database.ts';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { TrailRetention } from '../../../src/service/store/trail/trail-retention.ts';
import { databases, type Place } from './databases.ts';

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`the retention of the trail in ${title}`, () => {
    let place: Place;
    let database: Database;
    const warn = vi.fn();

    beforeAll(async () => {
      place = await makePlace();
      database = await openDatabase(place.options);
    });

    afterAll(async () => {
      await database.close();
      await place[Symbol.asyncDispose]();
    });

    beforeEach(async () => {
      warn.mockReset();
      await database.query('DELETE FROM document_trail');
    });

    /** Inserts entries of an age in days. */
    const fill = (count: number, days: number) =>
      database.query(
        `INSERT INTO document_trail (entry_id, company_id, key_id, request_id, requested_at, template_id, version, source, format,
           outcome, milliseconds)
         SELECT gen_random_uuid(), 'acme', 'k3x7qd2m', $2::text, now() - make_interval(days => $2::integer, secs => number),
           'nda', '1.0.0', 'global', 'pdf', 'failed', '{"total":1}'
         FROM generate_series(1, $1) AS number`,
        [count, days],
      );

    /** Age in days → number of entries. */
    const kept = async () => {
      const rows = await database.query<{ age: string; count: number }>(
        'SELECT request_id AS age, count(*)::integer AS count FROM document_trail GROUP BY request_id',
      );
      return Object.fromEntries(rows.map(({ age, count }) => [age, count]));
    };

    const sweep = async (days: number) => {
      const retention = new TrailRetention(database, days, { warn });
      await retention.sweep();
      await retention.close();
    };

    it('deletes in batches the entries that are older than TRAIL_DAYS', async () => {
      await fill(1_203, 31);
      await fill(2, 29);
      await sweep(30);
      expect(await kept()).toEqual({ 29: 2 });
    });

    it('deletes all entries if no trail is kept', async () => {
      await fill(3, 0);
      await sweep(0);
      expect(await kept()).toEqual({});
    });

    it('runs every ten minutes', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const retention = new TrailRetention(database, 30, { warn });
      await fill(1, 31);
      await vi.advanceTimersByTimeAsync(599_999);
      expect(await kept()).toEqual({ 31: 1 });
      await vi.advanceTimersByTimeAsync(1);
      await vi.waitFor(async () => expect(await kept()).toEqual({}), 60_000);
      await retention.close();
      vi.useRealTimers();
    });

    it('stops when the service closes', async () => {
      await fill(2_000, 31);
      const retention = new TrailRetention(database, 30, { warn });
      const sweeping = retention.sweep();
      await retention.close();
      await sweeping;
      expect(await kept()).toEqual({ 31: 1_500 });
    });

    it('logs a failure of the database and does not throw', async () => {
      await database.execute('ALTER TABLE document_trail RENAME TO away');
      await sweep(30);
      await database.execute('ALTER TABLE away RENAME TO document_trail');
      expect(warn.mock.calls).toEqual([
        [
          { err: expect.objectContaining({ code: '42P01' }) },
          'the trail keeps what is too old a while longer',
        ],
      ]);
    });

    // The embedded database has one instance.
    it.skipIf(title === 'embedded database')('does nothing while another instance does it', async () => {
      await fill(2, 31);
      const other = await openDatabase(place.options);
      await other.transaction(async ({ execute }) => {
        await execute(`SELECT pg_advisory_xact_lock(${0x747261696c})`);
        await sweep(30);
        expect(await kept()).toEqual({ 31: 2 });
      });
      await other.close();
      await sweep(30);
      expect([await kept(), warn.mock.calls]).toEqual([{}, []]);
    });
  });
}
