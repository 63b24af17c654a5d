import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { TrailWriter } from '../../../src/service/store/trail/trail-writer.ts';
import { databases, type Place } from './databases.ts';
import { trailEntry } from './trail-entries.ts';
import { type WatchedDatabase, watch } from './watched-database.ts';

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`the trail writer over ${title}`, () => {
    let place: Place;
    let database: WatchedDatabase;
    let writer: TrailWriter;
    let lines: unknown[];

    beforeAll(async () => {
      place = await makePlace();
      database = watch(await openDatabase(place.options));
    });

    afterAll(async () => {
      await database.close();
      await place[Symbol.asyncDispose]();
    });

    const open = (maxWaiting?: number) => {
      const log = (fields: unknown, message?: string) => lines.push(message ?? fields);
      return new TrailWriter(database, { info: log, warn: log }, maxWaiting);
    };

    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      await database.query('DELETE FROM document_trail');
      lines = [];
      writer = open();
    });

    afterEach(async () => {
      await writer.close();
      vi.useRealTimers();
    });

    const record = (...requestIds: string[]) => {
      for (const requestId of requestIds) writer.record(trailEntry(requestId));
    };

    const written = async () => {
      const rows = await database.query<{ request_id: string }>('SELECT request_id FROM document_trail');
      return rows.map(({ request_id }) => request_id).sort();
    };

    it('writes every second in one statement, or not at all without entries', async () => {
      const before = database.asked;
      record('a', 'b', 'c');
      await vi.advanceTimersByTimeAsync(999);
      expect([database.asked, writer.waiting]).toEqual([before, 3]);
      await vi.advanceTimersByTimeAsync(1);
      await vi.waitFor(async () => expect(await written()).toEqual(['a', 'b', 'c']));
      const after = database.asked;
      await vi.advanceTimersByTimeAsync(3_000);
      expect([database.asked, writer.waiting, lines]).toEqual([after, 0, []]);
    });

    it('writes at the end, including entries that arrived during a write', async () => {
      record('a');
      const { held, release } = database.holdAnswers();
      const writing = writer.write();
      await held;
      record('b');
      const closed = writer.close();
      release();
      await Promise.all([writing, closed]);
      expect(await written()).toEqual(['a', 'b']);
    });

    it('writes many entries in several statements', async () => {
      const requestIds = Array.from({ length: 1_001 }, (_, index) => String(index));
      record(...requestIds);
      const before = database.asked;
      await writer.write();
      expect(database.asked - before).toBe(3);
      expect(await written()).toEqual(requestIds.sort());
    });

    it('keeps entries in memory during a database outage', async () => {
      await database.execute('ALTER TABLE document_trail RENAME TO away');
      record('a', 'b');
      await writer.write();
      record('c');
      await writer.write();
      expect([writer.waiting, writer.dropped]).toEqual([3, 0]);
      await database.execute('ALTER TABLE away RENAME TO document_trail');
      await writer.write();
      expect(await written()).toEqual(['a', 'b', 'c']);
      expect(lines).toEqual([
        'the trail cannot be written: its entries wait in memory',
        'the trail is written again',
      ]);
    });

    it('drops the oldest entries when too many wait, counts them, and logs it once', async () => {
      await writer.close();
      writer = open(3);
      await database.execute('ALTER TABLE document_trail RENAME TO away');
      record('a', 'b', 'c');
      await writer.write();
      record('d', 'e');
      await writer.write();
      expect([writer.waiting, writer.dropped]).toEqual([3, 2]);
      await database.execute('ALTER TABLE away RENAME TO document_trail');
      await writer.write();
      expect(await written()).toEqual(['c', 'd', 'e']);
      expect(lines).toEqual([
        'the trail cannot be written: its entries wait in memory',
        'too many entries of the trail wait: the oldest are dropped',
        'the trail is written again',
      ]);
    });

    it('logs how many entries are lost when it closes during an outage', async () => {
      await database.execute('ALTER TABLE document_trail RENAME TO away');
      record('a');
      await writer.close();
      await database.execute('ALTER TABLE away RENAME TO document_trail');
      expect(lines.at(-1)).toBe('the last entries of the trail are lost');
      await writer.write();
    });

    it('retries once at the end if the current write fails', async () => {
      record('a');
      const { promise, reject } = Promise.withResolvers<never>();
      const failing = vi.spyOn(database, 'query').mockImplementationOnce(() => promise);
      const writing = writer.write();
      const closed = writer.close();
      reject(new Error('no answer'));
      await Promise.all([writing, closed]);
      failing.mockRestore();
      expect([await written(), writer.waiting]).toEqual([['a'], 0]);
    });

    it('stores an entry once if the response was lost and it was sent twice', async () => {
      record('a');
      const query = database.query;
      const losing = vi.spyOn(database, 'query').mockImplementationOnce(async (sql, values) => {
        await query(sql, values);
        throw new Error('the answer was lost');
      });
      await writer.write();
      losing.mockRestore();
      expect(writer.waiting).toBe(1);
      await writer.write();
      expect([await written(), writer.waiting]).toEqual([['a'], 0]);
    });
  });
}
