import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from './database.ts';

const MIGRATIONS = path.join(import.meta.dirname, 'migrations');

/** Any number that nothing else in the same PostgreSQL locks: "docgen" in ASCII. */
const LOCK = 0x646f6367656e;

/**
 * Runs the files of `migrations/` that this database has not seen, in the order of their names: all of them or none.
 * Of several instances that start at once, one does the work and the others wait for it.
 */
export async function migrate(database: Database): Promise<void> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted();
  await database.transaction(async ({ query, execute }) => {
    await execute(`SELECT pg_advisory_xact_lock(${LOCK})`);
    await execute(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const applied = await query<{ name: string }>('SELECT name FROM migrations');
    const seen = new Set(applied.map(({ name }) => name));
    for (const name of names.filter((name) => !seen.has(name))) {
      await execute(await readFile(path.join(MIGRATIONS, name), 'utf8'));
      await query('INSERT INTO migrations (name) VALUES ($1)', [name]);
    }
  });
}
