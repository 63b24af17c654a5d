import { readConfig } from './config.ts';
import { openUnmigrated } from './store/database/database.ts';
import { applyMigrations } from './store/database/migrate.ts';

/** Applies the migrations and exits: for instances that start with MIGRATIONS=check. */
try {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = readConfig(process.env);
  const database = await openUnmigrated({ databaseUrl, dataDir });
  try {
    const applied = await applyMigrations(database);
    const what = applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`;
    process.stdout.write(`The database is up to date: ${what}.\n`);
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
