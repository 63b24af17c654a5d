/**
 * Door of the store: statements in, rows out, from PostgreSQL or the embedded database alike. An acknowledged write is
 * kept; nothing of a document's data is written. Knows no HTTP and no template.
 */

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
  /**
   * Runs a statement without rows, and with one parameter, for each document. The embedded database parses and plans it once.
   * @throws DatabaseUnavailableError when there is no answer
   */
  write(sql: string, value: string): Promise<void>;
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
