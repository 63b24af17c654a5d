import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Database, Queries } from './database.ts';
import { NoticeConnection } from './notice-connection.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

/** The service's statements take a millisecond or two; who waits longer waits for a server that is gone. */
const QUERY_TIMEOUT_MS = 5_000;

/** A server that is there takes leave in milliseconds; one that is not must not keep the service from leaving. */
const CLOSE_TIMEOUT_MS = 2_000;

/** SQLSTATE: the role may not connect to this database. */
const MISSING_RIGHT = '42501';

/** A migration may rewrite a large table, or wait for the instance that does. */
const SCRIPT_TIMEOUT_MS = 600_000;

/**
 * PostgreSQL, by a pool of connections.
 * @param databaseUrl postgres://…, with whatever pg understands after the question mark
 * @throws Error that tells the operator what to do when it cannot be reached
 */
export async function openPostgres(databaseUrl: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'docgen',
    // A key look-up holds a connection for about a millisecond: 10 serve thousands a second, and ten instances stay
    // within PostgreSQL's usual 100 connections.
    max: 10,
    // Opening one takes milliseconds; a request does not wait longer than a person would.
    connectionTimeoutMillis: 5_000,
    query_timeout: QUERY_TIMEOUT_MS,
    // Firewalls forget a connection that is silent for minutes: it is closed before.
    idleTimeoutMillis: 30_000,
  });
  // An idle connection was lost. The pool has dropped it by now, and the next query opens another.
  pool.on('error', () => {});
  try {
    (await pool.connect()).release();
  } catch (cause) {
    await pool.end();
    const cure =
      cause instanceof pg.DatabaseError && cause.code === MISSING_RIGHT
        ? 'Grant that right to the role of DATABASE_URL'
        : 'Start it, correct DATABASE_URL, or unset DATABASE_URL to use the embedded database';
    throw new Error(`PostgreSQL cannot be reached: ${reasonOf(cause)}. ${cure}.`, { cause });
  }
  const notices = new NoticeConnection(databaseUrl);
  return {
    ...queriesOf(pool),
    transaction: (work) => transaction(pool, work),
    listen: (channel, listener) => answer(notices.listen(channel, listener)),
    close: async () => {
      const closed = Promise.all([notices.close(), pool.end()]);
      await Promise.race([closed, setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
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
  // A lost connection is reported by the statement under way or the next one; unheard, the event would end the process.
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
    // Closing the connection undoes its transaction, also where a ROLLBACK could no longer be sent.
    client.release(!isWhole);
    client.off('error', ignore);
  }
}

/**
 * SQLSTATEs by which the server says that it cannot serve now: connection, login, resources, operator intervention,
 * faults of the system; no such database, one that takes no connections, one that takes no writes after a failover.
 */
const UNAVAILABLE = /^(08|28|53|57|58|3D000|55000|25006)/;

/**
 * What the server answered, be it an error of the statement.
 * @throws DatabaseUnavailableError when it did not answer, or only to say that it cannot
 */
async function answer<Result>(asking: Promise<Result>): Promise<Result> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof pg.DatabaseError && !UNAVAILABLE.test(error.code ?? '')) throw error;
    throw new DatabaseUnavailableError(error);
  }
}

/** Why; Node gives the failures of several addresses as one error without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
