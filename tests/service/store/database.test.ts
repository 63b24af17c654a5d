import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/service/store/database/database.ts';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { databases, type Place } from './databases.ts';

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`database: ${title}`, () => {
    let place: Place;
    let database: Database;

    beforeAll(async () => {
      place = await makePlace();
      database = await openDatabase(place.options);
      await database.execute('CREATE TABLE notes (text text PRIMARY KEY); CREATE TABLE others (text text)');
    });

    afterAll(async () => {
      await database.close();
      await place[Symbol.asyncDispose]();
    });

    const texts = async () =>
      (await database.query<{ text: string }>('SELECT text FROM notes ORDER BY text')).map(
        ({ text }) => text,
      );

    it('returns dates, booleans, bytes and nulls with their types', async () => {
      const [row] = await database.query<Record<string, unknown>>(
        `SELECT timestamptz '2026-11-21 09:30:00.125+01' AS moment, true AS flag, $1::bytea AS bytes, NULL AS nothing`,
        [Buffer.from([0, 255])],
      );
      const { bytes, ...rest } = row ?? {};
      expect(rest).toEqual({ moment: new Date('2026-11-21T08:30:00.125Z'), flag: true, nothing: null });
      expect([...(bytes as Uint8Array)]).toEqual([0, 255]);
    });

    it('treats parameters as values, whatever they contain', async () => {
      const text = `'); DROP TABLE notes; --`;
      await database.query('INSERT INTO notes VALUES ($1)', [text]);
      expect(await texts()).toEqual([text]);
      await database.query('DELETE FROM notes');
    });

    it('writes by statements that it keeps, also after one has failed and while the table is another', async () => {
      const write = (text: string) => database.write('INSERT INTO notes VALUES ($1)', text);
      await expect(database.write('INSERT INTO nowhere VALUES ($1)', 'one')).rejects.toMatchObject({
        code: '42P01',
      });
      await write('one');
      await expect(write('one')).rejects.toMatchObject({ code: '23505' });
      await database.write('UPDATE notes SET text = $1', 'two');
      await database.execute('ALTER TABLE notes ADD more text');
      await write(`'); DROP TABLE notes; --`);
      expect(await texts()).toEqual([`'); DROP TABLE notes; --`, 'two']);
      await database.execute('ALTER TABLE notes DROP more');
      await database.query('DELETE FROM notes');
    });

    it('writes after the transaction that is running, not within it', async () => {
      let write = Promise.resolve();
      const attempt = database.transaction(async ({ query }) => {
        write = database.write('INSERT INTO notes VALUES ($1)', 'kept');
        await query('INSERT INTO notes VALUES ($1)', ['one']);
        throw new Error('on second thoughts');
      });
      await expect(attempt).rejects.toThrow('on second thoughts');
      await write;
      expect(await texts()).toEqual(['kept']);
      await database.query('DELETE FROM notes');
    });

    it('commits a transaction', async () => {
      const result = await database.transaction(async ({ query }) => {
        await query('INSERT INTO notes VALUES ($1)', ['one']);
        await query('INSERT INTO notes VALUES ($1)', ['two']);
        return 'done';
      });
      expect(result).toBe('done');
      expect(await texts()).toEqual(['one', 'two']);
      await database.query('DELETE FROM notes');
    });

    it('rolls back a transaction that throws, and rethrows the error', async () => {
      const fault = new Error('on second thoughts');
      const attempt = database.transaction(async ({ query }) => {
        await query('INSERT INTO notes VALUES ($1)', ['one']);
        throw fault;
      });
      await expect(attempt).rejects.toBe(fault);
      expect(await texts()).toEqual([]);
    });

    it('rolls back a transaction in which a statement fails, and works afterwards', async () => {
      const attempt = database.transaction(async ({ query }) => {
        await query('INSERT INTO notes VALUES ($1)', ['one']);
        await query('INSERT INTO notes VALUES ($1)', ['one']);
      });
      await expect(attempt).rejects.toMatchObject({ code: '23505' });
      expect(await texts()).toEqual([]);
    });

    it('sends notices to every listener of a channel, in order, when they are committed', async () => {
      const heard: Record<string, string[]> = { first: [], second: [], other: [] };
      const hear = (channel: string, list = '') =>
        database.listen(channel, {
          onNotice: (payload) => heard[list]?.push(payload),
          onDisconnect: () => {},
          onReconnect: () => {},
        });
      await Promise.all([hear('news', 'first'), hear('news', 'second'), hear('weather', 'other')]);
      const undone = database.transaction(async ({ query }) => {
        await query(`SELECT pg_notify('news', 'undone')`);
        throw new Error('on second thoughts');
      });
      await expect(undone).rejects.toThrow('on second thoughts');
      await database.transaction(async ({ query }) => {
        await query(`SELECT pg_notify('news', $1)`, ['one']);
        await query(`SELECT pg_notify('news', $1)`, ['two']);
        await query(`SELECT pg_notify('sport', 'not for anybody here')`);
        await query(`NOTIFY weather`);
        expect(heard).toEqual({ first: [], second: [], other: [] });
      });
      await vi.waitFor(() => {
        expect(heard).toEqual({ first: ['one', 'two'], second: ['one', 'two'], other: [''] });
      }, 60_000);
    });
  });

  describe.skipIf(isSkipped)(`database that was open before: ${title}`, () => {
    it('still has its contents, and runs no migration twice', async () => {
      await using place = await makePlace();
      const migrations = async (database: Database) =>
        database.query('SELECT name, applied_at FROM migrations ORDER BY name');
      const first = await openDatabase(place.options);
      await first.query(`INSERT INTO companies (company_id, name) VALUES ('acme', 'Acme')`);
      const applied = await migrations(first);
      await first.close();
      const second = await openDatabase(place.options);
      expect(await second.query('SELECT company_id, name FROM companies')).toEqual([
        { company_id: 'acme', name: 'Acme' },
      ]);
      expect(await migrations(second)).toEqual(applied);
      await second.close();
    });
  });
}
