import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Database, Queries } from './database.ts';
import { NoticeConnection } from './notice-connection.ts';
import { PING } from './ping.ts';
import { DatabaseReadOnlyError, unavailable } from './unavailable.ts';

/**
 * Statements of the service take a millisecond or two; one that takes this long is waiting for a server that is gone.
 */
const QUERY_TIMEOUT_MS = 5_000;

/** A connected server closes in milliseconds; one that is gone must not delay the shutdown. */
const CLOSE_TIMEOUT_MS = 2_000;

/** SQLSTATE insufficient_privilege: the role may not connect to this database. */
const MISSING_RIGHT = '42501';

/** SQLSTATE read_only_sql_transaction: a standby, or `default_transaction_read_only` is on. */
const READ_ONLY = '25006';

/** A migration may rewrite a large table, or wait for the instance that does so. */
const SCRIPT_TIMEOUT_MS = 600_000;

/**
 * PostgreSQL, through a connection pool. A server that takes no writes counts as unavailable, and its connections are
 * given up: after a failover they would go on reading from a server that learns of no change any more.
 * @param databaseUrl postgres://…, with pg's parameters
 * @throws Error that tells the operator what to do when it cannot be reached
 */
export async function openPostgres(databaseUrl: string): Promise<Database> {
  let pool = newPool(databaseUrl);
  try {
    (await pool.connect()).release();
  } catch (cause) {
    await pool.end();
    throw startFault(cause);
  }
  const notices = new NoticeConnection(databaseUrl);
  const use = async <Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result> => {
    const used = pool;
    try {
      return await work(used);
    } catch (error) {
      if (error instanceof DatabaseReadOnlyError && used === pool) {
        pool = newPool(databaseUrl);
        used.end().catch(() => {});
        notices.reconnect();
      }
      throw error;
    }
  };
  return {
    query: (sql, values) => use((pool) => queriesOf(pool).query(sql, values)),
    execute: (script) => use((pool) => queriesOf(pool).execute(script)),
    write: async (sql, value) => {
      await use((pool) => queriesOf(pool).query(sql, [value]));
    },
    transaction: (work) => use((pool) => transaction(pool, work)),
    listen: (channel, listener) => answer(notices.listen(channel, listener)),
    close: async () => {
      const closed = Promise.all([notices.close(), pool.end()]);
      await Promise.race([closed, setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

function newPool(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'docgen',
    // A key look-up holds a connection for about a millisecond: 10 connections serve thousands a second, and ten
    // instances stay within PostgreSQL's default of 100.
    max: 10,
    // Connecting takes milliseconds; more than this is an unreachable server.
    connectionTimeoutMillis: 5_000,
    query_timeout: QUERY_TIMEOUT_MS,
    // Firewalls drop connections that are silent for minutes, so idle ones are closed before that.
    idleTimeoutMillis: 30_000,
    onConnect: (client) => client.query(PING),
  });
  // The pool has removed the idle connection that was lost; the next query opens another.
  pool.on('error', () => {});
  return pool;
}

function startFault(cause: unknown): Error {
  const code = cause instanceof pg.DatabaseError ? cause.code : undefined;
  if (code === READ_ONLY)
    return new Error(
      'PostgreSQL cannot be used: the server takes no writes. Set DATABASE_URL to the primary server, or turn ' +
        'default_transaction_read_only off.',
      { cause },
    );
  const cure =
    code === MISSING_RIGHT
      ? 'Grant that right to the role of DATABASE_URL'
      : 'Start it, correct DATABASE_URL, or unset DATABASE_URL to use the embedded database';
  return new Error(`PostgreSQL cannot be reached: ${reasonOf(cause)}. ${cure}.`, { cause });
}

function queriesOf(source: pg.Pool | pg.PoolClient): Queries {
  return {
    query: async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
      const { rows } = await answer(source.query<Row>(sql, [...values]));
      return rows;
    },
    execute: async (script) => {
      const query: pg.QueryConfig & { query_timeout: number } = {
        text: script,
        query_timeout: SCRIPT_TIMEOUT_MS,
      };
      await answer(source.query(query));
    },
  };
}

async function transaction<Result>(
  pool: pg.Pool,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  const client = await answer(pool.connect());
  // The current or next statement reports a lost connection; without a listener, the event would end the process.
  const ignore = () => {};
  client.on('error', ignore);
  let isWhole = false;
  try {
    const queries = queriesOf(client);
    await queries.query('BEGIN');
    const result = await work(queries);
    await queries.query('COMMIT');
    isWhole = true;
    return result;
  } finally {
    // Closing the connection rolls back its transaction, even where a ROLLBACK could not be sent any more.
    client.release(!isWhole);
    client.off('error', ignore);
  }
}

/**
 * SQLSTATEs of a server that cannot serve now: connection, authorisation, resources, operator intervention, system
 * error; also a missing database, and one that accepts no connections.
 */
const UNAVAILABLE = /^(08|28|53|57|58|3D000|55000)/;

/**
 * Passes on the server's result or error.
 * @throws DatabaseUnavailableError when it did not answer, or said that it cannot serve
 */
async function answer<Result>(asking: Promise<Result>): Promise<Result> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === READ_ONLY) throw new DatabaseReadOnlyError(error);
    if (error instanceof pg.DatabaseError && !UNAVAILABLE.test(error.code ?? '')) throw error;
    throw unavailable(error);
  }
}

/** The reason; for several addresses Node throws an AggregateError without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
