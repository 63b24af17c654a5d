import pg from 'pg';
import { type Database, DatabaseUnavailableError } from './database.ts';

/** Enough for the administration and a look-up a request; a cluster of ten instances stays below PostgreSQL's 100. */
const CONNECTIONS = 8;
/** A look-up takes a millisecond; who waits longer is better served by an error that says so. */
const CONNECT_TIMEOUT_MS = 2_000;
const QUERY_TIMEOUT_MS = 5_000;

/** SQLSTATE classes of a server that is not there for us: connection, resources, operator intervention. */
const UNAVAILABLE = /^(08|53|57)/;

/** PostgreSQL by its URL. Connects when it is first asked, and again when a connection has been lost. */
export function openPostgres(databaseUrl: string): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'docgen',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  // A connection that breaks while idle leaves the pool by itself; without a listener it would end the process.
  pool.on('error', () => {});
  return {
    query: (sql, parameters = []) => reaching(async () => (await pool.query(sql, [...parameters])).rows),
    transaction: (work) =>
      reaching(async () => {
        const client = await pool.connect();
        try {
          await client.query('BEGIN');
          const result = await work({
            query: async (sql, parameters = []) => (await client.query(sql, [...parameters])).rows,
            run: async (script) => {
              await client.query(script);
            },
          });
          await client.query('COMMIT');
          client.release();
          return result;
        } catch (error) {
          // Closing the connection rolls back, also where a ROLLBACK could no longer be sent.
          client.release(true);
          throw error;
        }
      }),
    close: () => pool.end(),
  };
}

async function reaching<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (cause) {
    if (cause instanceof pg.DatabaseError && !UNAVAILABLE.test(cause.code ?? '')) throw cause;
    if (!(cause instanceof Error)) throw cause;
    throw new DatabaseUnavailableError('PostgreSQL cannot be reached; check DATABASE_URL and the server', {
      cause,
    });
  }
}
