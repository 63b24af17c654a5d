import { openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

/** What a statement may be sent to: the database, or one transaction of it. One SQL dialect, PostgreSQL's. */
export interface Queries {
  /**
   * Runs one statement; its values stand as $1, $2 … in the text and never in the text itself.
   * @returns its rows, with `timestamptz` as Date and `bytea` as Uint8Array
   * @throws DatabaseUnavailableError when there is no answer
   */
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a script of several statements, which may take minutes. */
  execute(script: string): Promise<void>;
}

export interface Database extends Queries {
  /** Keeps all that `work` did, or, when it throws, nothing of it. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  /** PostgreSQL's address; undefined means the embedded database. */
  readonly databaseUrl?: string | undefined;
  /** Folder of the embedded database; made when it is not there. */
  readonly dataDir: string;
}

/**
 * Opens the database and brings its tables up to date.
 * @throws Error that tells the operator what to do: PostgreSQL not reachable, folder in use
 */
export async function openDatabase({ databaseUrl, dataDir }: DatabaseOptions): Promise<Database> {
  const database = databaseUrl === undefined ? await openEmbedded(dataDir) : await openPostgres(databaseUrl);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}
