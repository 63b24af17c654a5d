import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Place } from './databases.ts';

export interface OwnDatabase extends Place {
  /** The name of the database, and of the role that owns it and is logged in by its URL. */
  readonly name: string;
  /** Runs a statement as the operator, in which `name` stands for the database's and the role's. */
  operate(statement: string): Promise<void>;
  /** Ends all its sessions, and waits until they have ended. */
  hangUp(): Promise<void>;
}

/** Creates a database and a role of its own, so that their settings can be changed without disturbing other tests. */
export async function makeOwnDatabase(skip: (why: string) => never): Promise<OwnDatabase> {
  const { DATABASE_URL: url = '' } = process.env;
  await using opened = new AsyncDisposableStack();
  const operator = new pg.Client(url);
  await operator.connect();
  opened.defer(() => operator.end());
  const { rows } = await operator.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user');
  if (!rows[0].rolsuper) skip('the role of DATABASE_URL may not make others');

  const name = `test_${randomBytes(8).toString('hex')}`;
  const operate = async (statement: string) => {
    await operator.query(statement.replaceAll('name', name));
  };
  const password = randomBytes(16).toString('hex');
  await operate(`CREATE ROLE name LOGIN PASSWORD '${password}'`);
  opened.defer(() => operate('DROP ROLE name'));
  await operate('CREATE DATABASE name OWNER name');
  opened.defer(() => operate('DROP DATABASE name WITH (FORCE)'));
  const own = Object.assign(new URL(url), { username: name, password, pathname: `/${name}` });
  const kept = opened.move();
  return {
    name,
    options: { databaseUrl: own.href, dataDir: '/unused' },
    operate,
    hangUp: async () => {
      await operator.query(
        'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = $1',
        [name],
      );
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
