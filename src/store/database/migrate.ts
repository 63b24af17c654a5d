import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database, Queries } from './database.ts';
import { explainDenial } from './rights.ts';

const MIGRATIONS = path.join(import.meta.dirname, 'migrations');

/** Key of the advisory lock: "docgen" in ASCII. Nothing else in the same PostgreSQL may use it. */
const LOCK = 0x646f6367656e;

/**
 * Runs the files of `migrations/` that this database has not applied, in order of their names, in one transaction. When
 * several instances start at once, one migrates and the others wait.
 * @returns the names of the files that it ran
 * @throws Error that tells the operator what to do when the database is of a newer version of the service, or denies a
 * privilege
 */
export async function applyMigrations(database: Database): Promise<string[]> {
  return await explainDenial(database, () => database.transaction(applyMissing));
}

async function applyMissing({ query, execute }: Queries): Promise<string[]> {
  await execute(`SELECT pg_advisory_xact_lock(${LOCK})`);
  await execute(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const missing = await findMissing({ query, execute });
  for (const name of missing) {
    await execute(await readFile(path.join(MIGRATIONS, name), 'utf8'));
    await query('INSERT INTO migrations (name) VALUES ($1)', [name]);
  }
  return missing;
}

/**
 * Changes nothing.
 * @throws Error that tells the operator what to do when the database is of another version of the service, or denies a
 * privilege
 */
export async function checkMigrations(database: Database): Promise<void> {
  const [table] = await database.query<{ exists: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS "exists"`,
  );
  const missing = table?.exists
    ? await explainDenial(database, () => findMissing(database))
    : await migrationNames();
  if (missing.length === 0) return;
  throw new Error(
    `The database lacks the migrations ${missing.join(', ')}, and MIGRATIONS is "check". Run ` +
      '"node src/migrate.ts" with the same DATABASE_URL, or set MIGRATIONS=apply.',
  );
}

/** @returns the files that the database has not applied */
async function findMissing({ query }: Queries): Promise<string[]> {
  const names = await migrationNames();
  const applied = (await query<{ name: string }>('SELECT name FROM migrations ORDER BY name')).map(
    ({ name }) => name,
  );
  const unknown = applied.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `The database is of a newer version of the service: it has the migrations ${unknown.join(', ')}. Start that ` +
        'version, or restore the backup from before the upgrade (docs/operations.md, "Upgrade and rollback").',
    );
  return names.filter((name) => !applied.includes(name));
}

async function migrationNames(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted();
}
