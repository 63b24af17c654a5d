import { openEmbedded } from './embedded.ts';
import { applyMigrations, checkMigrations } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { checkRights } from './rights.ts';

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
  /**
   * Hears what any instance sends on a channel with NOTIFY, this one too, until the database is closed.
   * @param channel a name in lower case
   * @returns when it hears
   * @throws DatabaseUnavailableError
   */
  listen(channel: string, listener: NoticeListener): Promise<void>;
  close(): Promise<void>;
}

/** What happens on a channel. The embedded database has no connection that could be lost. */
export interface NoticeListener {
  /** One notice, when what sent it has been committed. */
  onNotice(payload: string): void;
  /** From now on notices are missed; some may have been missed already. */
  onDisconnect(): void;
  /** Notices are heard again; those that were missed never come. */
  onReconnect(): void;
}

interface DatabaseOptions {
  /** PostgreSQL's address; undefined means the embedded database. */
  readonly databaseUrl?: string | undefined;
  /** Folder of the embedded database; made when it is not there. */
  readonly dataDir: string;
  /** `check`: throw unless the tables are up to date, and change nothing; otherwise they are brought up to date. */
  readonly migrations?: 'apply' | 'check';
}

/**
 * Opens the database, with tables that are up to date.
 * @throws Error that tells the operator what to do: PostgreSQL not reachable, a right missing, folder in use, tables
 *   of another version
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

/** Opens the database with its tables as they are. */
export async function openUnmigrated({ databaseUrl, dataDir }: DatabaseOptions): Promise<Database> {
  return databaseUrl === undefined ? await openEmbedded(dataDir) : await openPostgres(databaseUrl);
}
