import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { applyMigrations, checkMigrations } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { checkRights } from './rights.ts';

interface DatabaseOptions {
  /** URL of PostgreSQL; undefined for the embedded database. */
  readonly databaseUrl?: string | undefined;
  /** Folder of the embedded database; created when missing. */
  readonly dataDir: string;
  /** `check`: throw unless the tables are up to date; `apply`: bring them up to date. */
  readonly migrations?: 'apply' | 'check';
}

/**
 * Opens the database with up-to-date tables.
 * @throws Error that tells the operator what to do: PostgreSQL unreachable, missing privilege, folder in use, tables of
 * another version
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = await openUnmigrated(options);
  try {
    await (options.migrations === 'check' ? checkMigrations(database) : applyMigrations(database));
    await checkRights(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Opens the database without looking at its tables. */
export async function openUnmigrated({ databaseUrl, dataDir }: DatabaseOptions): Promise<Database> {
  return databaseUrl === undefined ? await openEmbedded(dataDir) : await openPostgres(databaseUrl);
}
