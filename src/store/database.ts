import { openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

/** What both databases answer to: one dialect of SQL, parameters as `$1`, `$2`, … */
export interface Queryable {
  query<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/** A transaction: all of it happens, or nothing. */
export interface Transaction extends Queryable {
  /** Runs a script of several statements, without parameters. */
  run(script: string): Promise<void>;
}

export interface Database extends Queryable {
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The database cannot be reached now, or broke off: nothing is known of the query but that it may be tried again. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

export interface DatabaseOptions {
  /** PostgreSQL to use; the embedded database when undefined. */
  readonly databaseUrl: string | undefined;
  /** Folder of the embedded database; made when it is not there. */
  readonly dataDir: string;
}

/** Opens the database and brings its tables up to date. */
export async function openDatabase({ databaseUrl, dataDir }: DatabaseOptions): Promise<Database> {
  const database = databaseUrl === undefined ? await openEmbedded(dataDir) : openPostgres(databaseUrl);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
