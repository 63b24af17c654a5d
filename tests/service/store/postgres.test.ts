import { readdir } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database, Queries } from '../../../src/service/store/database/database.ts';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { DatabaseUnavailableError } from '../../../src/service/store/database/unavailable.ts';
import { databases, type Place } from './databases.ts';
import { makeOwnDatabase } from './own-database.ts';
import { startProxy } from './proxy.ts';

const postgres = databases.find(({ title }) => title.startsWith('PostgreSQL'));
if (postgres === undefined) throw new Error('PostgreSQL is not among the databases');

describe('PostgreSQL that is not there', () => {
  it('stops the start with the reason and the cure, without the password', async () => {
    // Port 1 is reserved, so nothing listens on it.
    const opening = openDatabase({
      databaseUrl: 'postgres://docgen:hunter2@127.0.0.1:1/docgen',
      dataDir: '/unused',
    });
    await expect(opening).rejects.toThrow(
      'PostgreSQL cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Start it, correct DATABASE_URL, or unset ' +
        'DATABASE_URL to use the embedded database.',
    );
  });
});

describe.skipIf(postgres.isSkipped)(`connections to ${postgres.title}`, () => {
  let place: Place;
  let database: Database;
  let operator: pg.Client;

  beforeAll(async () => {
    place = await postgres.makePlace();
    database = await openDatabase(place.options);
    operator = new pg.Client(place.options.databaseUrl);
    await operator.connect();
  });

  afterAll(async () => {
    await operator.end();
    await database.close();
    await place[Symbol.asyncDispose]();
  });

  const unavailable = {
    code: 'service_unavailable',
    message: 'The database cannot be reached; try again in a moment',
  };

  const session = async ({ query }: Queries) => {
    const [row] = await query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return row?.pid;
  };

  /** Ends a session, as an operator or a restart of the server does, and waits until it has ended. */
  const cut = async (pid: number | undefined) => {
    await operator.query('SELECT pg_terminate_backend($1)', [pid]);
    await vi.waitFor(async () => {
      const { rowCount } = await operator.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid]);
      expect(rowCount).toBe(0);
    }, 60_000);
    // The client has received the end of the session before this answer, and reads it in the same turn of the event loop.
    await nextTurn();
  };

  it('that are cut while idle are replaced without an error', async () => {
    const before = await session(database);
    await cut(before);
    expect(await session(database)).not.toBe(before);
  });

  it('that are cut during a statement make it fail as unavailable, so that the caller may retry', async () => {
    const waiting = database.query('SELECT pg_sleep(30) /* cut me */');
    const refusal = expect(waiting).rejects.toMatchObject({ ...unavailable, cause: { code: '57P01' } });
    await vi.waitFor(async () => {
      const { rowCount } = await operator.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE query = 'SELECT pg_sleep(30) /* cut me */' AND pid <> pg_backend_pid()`,
      );
      expect(rowCount).toBe(1);
    }, 60_000);
    await refusal;
  });

  it('that are cut during a transaction roll it back, and affect nothing else', async () => {
    await database.execute('CREATE TABLE notes (text text)');
    const attempt = database.transaction(async (queries) => {
      await queries.query(`INSERT INTO notes VALUES ('one')`);
      await cut(await session(queries));
      await queries.query(`INSERT INTO notes VALUES ('two')`);
    });
    await expect(attempt).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(await database.query('SELECT * FROM notes')).toEqual([]);
  });

  it('for notices are reopened after a cut, for all their channels, and report it', async () => {
    const heard: string[] = [];
    for (const channel of ['cut_one', 'cut_two']) {
      await database.listen(channel, {
        onNotice: (payload) => heard.push(payload),
        onDisconnect: () => heard.push(`${channel} lost`),
        onReconnect: () => heard.push(`${channel} back`),
      });
    }
    const listening = async () => {
      const { rows } = await operator.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN "cut_two"'`,
      );
      return rows.map(({ pid }) => pid);
    };
    const [before] = await listening();
    await cut(before);
    await vi.waitFor(() => {
      expect(heard).toEqual(['cut_one lost', 'cut_two lost', 'cut_one back', 'cut_two back']);
    }, 60_000);
    const after = await listening();
    expect(after).toEqual([expect.any(Number)]);
    expect(after).not.toEqual([before]);
    await operator.query(`SELECT pg_notify('cut_one', 'one'), pg_notify('cut_two', 'two')`);
    await vi.waitFor(() => expect(heard.slice(4)).toEqual(['one', 'two']), 60_000);
  });

  it('to a server that turned read-only are given up, and taken again when it takes writes', async ({
    skip,
  }) => {
    await using own = await makeOwnDatabase(skip);
    const another = await openDatabase(own.options);
    const heard: string[] = [];
    await another.listen('news', {
      onNotice: (payload) => heard.push(payload),
      onDisconnect: () => heard.push('lost'),
      onReconnect: () => heard.push('back'),
    });
    const before = await session(another);
    const readOnly = { ...unavailable, message: 'The database takes no writes now; try again in a moment' };

    await own.operate('ALTER DATABASE name SET default_transaction_read_only TO on');
    // The setting holds for new sessions; after a failover it holds for those that there are.
    await another.query('SET default_transaction_read_only TO on');
    await expect(another.query(`INSERT INTO companies VALUES ('acme', 'Acme')`)).rejects.toMatchObject(
      readOnly,
    );
    await vi.waitFor(() => expect(heard).toEqual(['lost']), 60_000);
    await expect(session(another)).rejects.toMatchObject(readOnly);
    await expect(another.transaction(session)).rejects.toMatchObject(readOnly);
    await expect(openDatabase({ ...own.options, migrations: 'check' })).rejects.toThrow(
      'PostgreSQL cannot be used: the server takes no writes. Set DATABASE_URL to the primary server, or turn ' +
        'default_transaction_read_only off.',
    );

    await own.operate('ALTER DATABASE name RESET default_transaction_read_only');
    await another.query(`INSERT INTO companies VALUES ('acme', 'Acme')`);
    expect(await session(another)).not.toBe(before);
    await vi.waitFor(() => expect(heard).toEqual(['lost', 'back']), 60_000);
    await another.query(`SELECT pg_notify('news', 'one')`);
    await vi.waitFor(() => expect(heard).toEqual(['lost', 'back', 'one']), 60_000);
    await another.close();
  });

  it('are all closed with the database', async () => {
    await using another = await postgres.makePlace();
    const closing = await openDatabase(another.options);
    const ignore = () => {};
    await closing.listen('closing', { onNotice: ignore, onDisconnect: ignore, onReconnect: ignore });
    const sessions = async () =>
      (await operator.query(`SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN "closing"'`)).rowCount;
    expect(await sessions()).toBe(1);
    await closing.close();
    await vi.waitFor(async () => expect(await sessions()).toBe(0), 60_000);
  });

  it('to a server that no longer answers do not prevent the service from closing', async () => {
    await using proxy = await startProxy(place.options.databaseUrl ?? '');
    const silent = await openDatabase({ ...place.options, databaseUrl: proxy.databaseUrl });
    const ignore = () => {};
    await silent.listen('silence', { onNotice: ignore, onDisconnect: ignore, onReconnect: ignore });
    proxy.hang();
    await silent.close();
  });

  it('of several instances that start at the same time migrate the database once', async () => {
    await using fresh = await postgres.makePlace();
    const instances = await Promise.all(Array.from({ length: 5 }, () => openDatabase(fresh.options)));
    const [first] = instances;
    const applied = await first?.query<{ name: string }>('SELECT name FROM migrations');
    const files = await readdir('src/service/store/database/migrations');
    expect(applied?.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
    await Promise.all(instances.map((instance) => instance.close()));
  });
});
