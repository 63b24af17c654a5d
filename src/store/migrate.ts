import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Database } from './database.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);

/** Any number that nothing else in the database locks. */
const MIGRATION_LOCK = 7_263_524;

/** Runs what has not run yet of `migrations/`, in the order of their names, in one transaction. */
export async function migrate(database: Database): Promise<void> {
  const names = (await readdir(fileURLToPath(MIGRATIONS))).filter((name) => name.endsWith('.sql')).sort();
  await database.transaction(async ({ query, run }) => {
    // Instances that start at the same time take turns; the second finds nothing left to do.
    await query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await run(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())',
    );
    const done = new Set(
      (await query<{ name: string }>('SELECT name FROM migrations')).map(({ name }) => name),
    );
    for (const name of names.filter((candidate) => !done.has(candidate))) {
      await run(await readFile(new URL(name, MIGRATIONS), 'utf8'));
      await query('INSERT INTO migrations (name) VALUES ($1)', [name]);
    }
  });
}
