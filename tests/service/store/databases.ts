import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { need } from '../../tools.ts';

/** A place for one new database, which is removed when it is disposed of. */
export interface Place extends AsyncDisposable {
  /** The options for `openDatabase`. */
  readonly options: { readonly databaseUrl?: string; readonly dataDir: string };
}

interface Kind {
  readonly title: string;
  readonly isSkipped: boolean;
  makePlace(): Promise<Place>;
}

const url = process.env.DATABASE_URL;
const postgres = need('PostgreSQL', url ? undefined : 'DATABASE_URL is not set');

/**
 * The databases that a suite runs over: `describe.skipIf(isSkipped)(title, …)` for each of them. `.ci/run` sets
 * SKIP_EMBEDDED_DATABASE when it runs them a second time, for PostgreSQL.
 */
export const databases: readonly Kind[] = [
  {
    title: 'embedded database',
    isSkipped: process.env.SKIP_EMBEDDED_DATABASE !== undefined,
    makePlace: makeFolder,
  },
  {
    ...postgres,
    makePlace: makeSchema,
  },
];

async function makeFolder(): Promise<Place> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'docgen-test-'));
  await cp(inject('emptyDatabase'), dataDir, { recursive: true });
  return {
    options: { dataDir },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }),
  };
}

/** Creates a schema, which is in the search path of every connection to it. */
async function makeSchema(): Promise<Place> {
  if (!url) throw new Error('DATABASE_URL is not set');
  const schema = `test_${randomBytes(8).toString('hex')}`;
  await runOn(url, `CREATE SCHEMA ${schema}`);
  const address = new URL(url);
  address.searchParams.set('options', `-c search_path=${schema}`);
  return {
    options: { databaseUrl: address.href, dataDir: '/nonexistent' },
    [Symbol.asyncDispose]: () => runOn(url, `DROP SCHEMA ${schema} CASCADE`),
  };
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
