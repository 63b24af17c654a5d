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

    const record = (...requestIds: string[]) =>
      Promise.all(requestIds.map((requestId) => writer.record(trailEntry(requestId))));
    const recordFailed = (...requestIds: string[]) => {
      for (const requestId of requestIds) writer.record(trailEntry(requestId, { outcome: 'failed' }));
    };

    const written = async () => {
      const rows = await database.query<{ request_id: string }>('SELECT request_id FROM document_trail');
      return rows.map(({ request_id }) => request_id).sort();
    };
    const counts = async () =>
      await database.query(
        `SELECT company_id AS company, key_id AS key, requested_at AS at, count FROM document_trail
         WHERE outcome = 'refused' ORDER BY 1, 2, 3`,
      );

    /** Makes every statement of the writer fail while `work` runs. */
    const whileAway = async (work: () => Promise<void>) => {
      await database.execute('ALTER TABLE document_trail RENAME TO away');
      await work();
      await database.execute('ALTER TABLE away RENAME TO document_trail');
    };

    it('has the entry of a file in the database when it is recorded', async () => {
      await record('a');
      expect([await written(), writer.waiting]).toEqual([['a'], 0]);
    });

    it('writes the entries that arrive during a statement in one other', async () => {
      const { held, release } = database.holdAnswers();
      const before = database.asked;
      const first = record('a');
      await held;
      const others = record('b', 'c', 'd');
      expect(writer.waiting).toBe(4);
      release();
      await Promise.all([first, others]);
      expect(database.asked - before).toBe(2);
      expect([await written(), lines]).toEqual([['a', 'b', 'c', 'd'], []]);
    });

    it('writes entries without a file every second, or not at all without entries', async () => {
      const before = database.asked;
      recordFailed('a', 'b', 'c');
      await vi.advanceTimersByTimeAsync(999);
      expect([database.asked, writer.waiting]).toEqual([before, 3]);
      await vi.advanceTimersByTimeAsync(1);
      // PostgreSQL shows a row to other connections before it answers the one that wrote it.
      await vi.waitFor(() => expect(writer.waiting).toBe(0), 60_000);
      expect(await written()).toEqual(['a', 'b', 'c']);
      const after = database.asked;
      await vi.advanceTimersByTimeAsync(3_000);
      expect([database.asked, lines]).toEqual([after, []]);
    });

    it('waits no longer than two seconds for a database that does not answer, and then not at all', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
      const { held, release } = database.holdAnswers();
      const slow = record('a');
      await held;
      const next = record('b');
      await vi.advanceTimersByTimeAsync(2_000);
      await Promise.all([slow, next, record('c')]);
      expect(writer.waiting).toBe(3);
      release();
      await writer.write();
      expect([await written(), writer.waiting]).toEqual([['a', 'b', 'c'], 0]);
      expect(lines).toEqual([
        'the trail cannot be written: its entries wait in memory',
        'the trail is written again',
      ]);
      await record('d');
      expect(await written()).toEqual(['a', 'b', 'c', 'd']);
    });

    it('counts refusals by company, key and minute, over several writes', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: 1_795_600_859_000 });
      for (let count = 0; count < 3; count++) writer.refuse('acme', 'k1');
      writer.refuse('acme', 'k2');
      expect(writer.waiting).toBe(2);
      await writer.write();
      writer.refuse('acme', 'k1');
      await whileAway(async () => {
        await writer.write();
        writer.refuse('acme', 'k1');
        writer.refuse('beta', 'k1');
      });
      vi.setSystemTime(1_795_600_860_000);
      writer.refuse('acme', 'k1');
      await writer.write();
      const [first, second] = [new Date(1_795_600_800_000), new Date(1_795_600_860_000)];
      expect(await counts()).toEqual([
        { company: 'acme', key: 'k1', at: first, count: 5 },
        { company: 'acme', key: 'k1', at: second, count: 1 },
        { company: 'acme', key: 'k2', at: first, count: 1 },
        { company: 'beta', key: 'k1', at: first, count: 1 },
      ]);
    });

    it('drops entries of the company with the most, those of files last', async () => {
      await writer.close();
      writer = open(6);
      const ofCompany = (companyId: string, requestId: string, outcome: 'ok' | 'failed') =>
        writer.record(trailEntry(requestId, { companyId, outcome }));
      await whileAway(async () => {
        await ofCompany('beta', 'b1', 'ok');
        await ofCompany('beta', 'b2', 'failed');
        await ofCompany('acme', 'a1', 'ok');
        await ofCompany('acme', 'a2', 'failed');
        await ofCompany('acme', 'a3', 'failed');
        await writer.write();
        for (let storm = 0; storm < 1_000; storm++) writer.refuse('acme', 'k1');
        expect([writer.waiting, writer.dropped]).toEqual([6, 0]);
        await ofCompany('acme', 'a4', 'ok');
        await ofCompany('acme', 'a5', 'ok');
        await ofCompany('acme', 'a6', 'ok');
        expect([writer.waiting, writer.dropped]).toEqual([6, 3]);
        await ofCompany('acme', 'a7', 'ok');
      });
      await writer.write();
      expect(await written()).toEqual(['a4', 'a5', 'a6', 'a7', 'b1', 'b2']);
      expect(await counts()).toEqual([]);
      expect([writer.dropped, lines]).toEqual([
        4,
        [
          'the trail cannot be written: its entries wait in memory',
          'too many entries of the trail wait: the oldest of the company with the most are dropped',
          'the trail is written again',
        ],
      ]);
    });

    it('writes at the end, including entries that arrived during a write', async () => {
      const { held, release } = database.holdAnswers();
      const first = record('a');
      await held;
      recordFailed('b');
      const closed = writer.close();
      release();
      await Promise.all([first, closed]);
      expect(await written()).toEqual(['a', 'b']);
    });

    it('writes many entries in several statements', async () => {
      const requestIds = Array.from({ length: 1_001 }, (_, index) => String(index));
      const before = database.asked;
      await record(...requestIds);
      expect(database.asked - before).toBe(3);
      expect(await written()).toEqual(requestIds.sort());
    });

    it('keeps entries in memory during a database outage, in which nothing waits', async () => {
      await whileAway(async () => {
        await record('a', 'b');
        await record('c');
        await writer.write();
        expect([writer.waiting, writer.dropped]).toEqual([3, 0]);
      });
      await writer.write();
      expect(await written()).toEqual(['a', 'b', 'c']);
      expect(lines).toEqual([
        'the trail cannot be written: its entries wait in memory',
        'the trail is written again',
      ]);
    });

    it('knows how long the oldest entry has waited, also after failed writes', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
      const waitingFor: number[] = [];
      const wait = (milliseconds: number) => {
        vi.advanceTimersByTime(milliseconds);
        waitingFor.push(writer.oldestSeconds);
      };
      wait(5_000);
      await whileAway(async () => {
        await record('a');
        wait(500);
        await writer.write();
        await record('b');
        wait(250);
      });
      await writer.write();
      wait(5_000);
      recordFailed('c');
      wait(250);
      expect(waitingFor).toEqual([0, 0.5, 0.75, 0, 0.25]);
    });

    it('logs how many entries are lost when it closes during an outage', async () => {
      await whileAway(async () => {
        await record('a');
        await writer.close();
      });
      expect(lines.at(-1)).toBe('the last entries of the trail are lost');
      await writer.write();
    });

    it('retries once at the end if the current write fails', async () => {
      const { promise, reject } = Promise.withResolvers<never>();
      const failing = vi.spyOn(database, 'write').mockImplementationOnce(() => promise);
      const recorded = record('a');
      const closed = writer.close();
      reject(new Error('no answer'));
      await Promise.all([recorded, closed]);
      failing.mockRestore();
      expect([await written(), writer.waiting]).toEqual([['a'], 0]);
    });

    it('stores an entry once if the response was lost and it was sent twice', async () => {
      const { write } = database;
      const losing = vi.spyOn(database, 'write').mockImplementationOnce(async (sql, value) => {
        await write(sql, value);
        throw new Error('the answer was lost');
      });
      await record('a');
      losing.mockRestore();
      expect(writer.waiting).toBe(1);
      await writer.write();
      expect([await written(), writer.waiting]).toEqual([['a'], 0]);
    });
  });
}
