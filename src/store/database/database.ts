/**
 * Door of the store: statements in, rows out, from PostgreSQL or the embedded database alike. An acknowledged write is
 * kept; nothing of a document's data is written. Knows no HTTP and no template.
 */

import { openEmbedded } from './embedded.ts';
import { applyMigrations, checkMigrations } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { checkRights } from './rights.ts';

/** Runs statements in the database or in a transaction of it, in PostgreSQL's dialect of SQL. */
export interface Queries {
  /**
   * Runs one statement; its values are parameters $1, $2 …, never part of the text.
   * @returns its rows, with `timestamptz` as Date and `bytea` as Uint8Array
   * @throws DatabaseUnavailableError when there is no answer
   */
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a script of several statements, which may take minutes. */
  execute(script: string): Promise<void>;
}

export interface Database extends Queries {
  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Receives the notices (NOTIFY) of all instances on a channel, until the database is closed.
   * @param channel a name in lower case
   * @returns when it is listening
   * @throws DatabaseUnavailableError
   */
  listen(channel: string, listener: NoticeListener): Promise<void>;
  close(): Promise<void>;
}

/** Events of a channel. The embedded database has no connection that could be lost. */
export interface NoticeListener {
  /** A notice, after the commit of the transaction that sent it. */
  onNotice(payload: string): void;
  /** From now on notices are missed; some may have been missed before. */
  onDisconnect(): void;
  /** Notices arrive again; those that were missed do not. */
  onReconnect(): void;
}

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
