import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database, Queries } from './database.ts';
import { explainDenial } from './rights.ts';

const MIGRATIONS = path.join(import.meta.dirname, 'migrations');

/** Key of the advisory lock: "docgen" in ASCII. Nothing else in the same PostgreSQL may use it. */
const LOCK = 0x646f6367656e;

/**
 * The line of a migration that names the oldest code that runs on the tables after it: code whose newest migration has
 * this number. A breaking migration has its own number there.
 */
const OLDEST_CODE = /^-- Runs with code from: (\d{4})$/m;

/**
 * Runs the files of a folder that this database has not applied, in order of their names, in one transaction. When
 * several instances start at once, one migrates and the others wait.
 * @returns the names of the files that it ran
 * @throws Error that tells the operator what to do when this version of the service cannot run on the tables of a newer
 * one, or the database denies a privilege
 */
export async function applyMigrations(database: Database, folder = MIGRATIONS): Promise<string[]> {
  return await explainDenial(database, () =>
    database.transaction((queries) => applyMissing(queries, folder)),
  );
}

async function applyMissing({ query, execute }: Queries, folder: string): Promise<string[]> {
  await execute(`SELECT pg_advisory_xact_lock(${LOCK})`);
  await execute(
    `CREATE TABLE IF NOT EXISTS migrations
       (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), oldest_code text NOT NULL)`,
  );
  const missing = await findMissing({ query, execute }, folder);
  for (const name of missing) {
    const script = await readFile(path.join(folder, name), 'utf8');
    const [, oldestCode] = OLDEST_CODE.exec(script) ?? [];
    if (oldestCode === undefined)
      throw new Error(`The migration ${name} has no line "-- Runs with code from: 0000" with a number.`);
    await execute(script);
    await query('INSERT INTO migrations (name, oldest_code) VALUES ($1, $2)', [name, oldestCode]);
  }
  return missing;
}

/**
 * Changes nothing.
 * @throws Error that tells the operator what to do when the database lacks migrations or denies a privilege, or when
 * this version of the service cannot run on the tables of a newer one
 */
export async function checkMigrations(database: Database): Promise<void> {
  const [table] = await database.query<{ exists: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS "exists"`,
  );
  const missing = table?.exists
    ? await explainDenial(database, () => findMissing(database, MIGRATIONS))
    : await migrationNames(MIGRATIONS);
  if (missing.length === 0) return;
  throw new Error(
    `The database lacks the migrations ${missing.join(', ')}, and MIGRATIONS is "check". Run ` +
      '"node src/start/migrate.ts" with the same DATABASE_URL, or set MIGRATIONS=apply.',
  );
}

/**
 * @returns the files that the database has not applied
 * @throws Error when the database is older than version 1.0.0, or when a newer version applied a migration on which this
 * one does not run
 */
async function findMissing({ query }: Queries, folder: string): Promise<string[]> {
  const names = await migrationNames(folder);
  // As JSON, because databases from before 1.0.0 may lack the column.
  const applied = await query<{ name: string; oldestCode: string }>(
    `SELECT name, to_jsonb(migrations) ->> 'oldest_code' AS "oldestCode" FROM migrations ORDER BY name`,
  );
  if (applied.length > 0 && !applied.some(({ name }) => name === names[0]))
    throw new Error(
      'The database was made by a development version from before 1.0.0, which no release takes over: set DATABASE_URL or ' +
        'DATA_DIR to an empty database.',
    );
  const isKnown = (oldestCode: string) => names.some((name) => name.startsWith(`${oldestCode}-`));
  const breaking = applied.filter(({ name, oldestCode }) => !names.includes(name) && !isKnown(oldestCode));
  if (breaking.length > 0)
    throw new Error(
      `The database is of a newer version of the service, and this version cannot run on its migrations ${breaking.map(({ name }) => name).join(', ')}. ` +
        'Start the newer version, or restore the backup from before the upgrade (docs/operations.md, "Upgrade and ' +
        'rollback").',
    );
  const done = new Set(applied.map(({ name }) => name));
  return names.filter((name) => !done.has(name));
}

async function migrationNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
}
