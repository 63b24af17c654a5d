import { setTimeout } from 'node:timers/promises';
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { Database, Queries } from '../../store/database/database.ts';
import { PING } from '../../store/database/ping.ts';
import { DatabaseUnavailableError } from '../../store/database/unavailable.ts';

/** Less than Prometheus's scrape timeout, 10 s by default. */
const ASK_TIMEOUT_MS = 2_000;

/** @returns the same database; its statements are measured */
export function measureDatabase(registry: Registry, database: Database): Database {
  const seconds = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'Time of a statement, until its answer or until the database was given up: ok, refused, unavailable',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  const measure = ({ query, execute }: Queries): Queries => ({
    execute,
    query: async <Row extends object>(sql: string, values?: readonly unknown[]) => {
      const end = seconds.startTimer();
      try {
        const rows = await query<Row>(sql, values);
        end({ outcome: 'ok' });
        return rows;
      } catch (error) {
        end({ outcome: error instanceof DatabaseUnavailableError ? 'unavailable' : 'refused' });
        throw error;
      }
    },
  });
  return {
    ...database,
    ...measure(database),
    transaction: (work) => database.transaction((queries) => work(measure(queries))),
  };
}

/**
 * Asks the database at each scrape.
 * @param trail tells what the question does not: a full disk refuses writes and answers everything else
 */
export function measureDatabaseUp(
  registry: Registry,
  database: Pick<Database, 'query'>,
  trail: { readonly isAway: boolean },
): void {
  new Gauge({
    name: 'database_up',
    help: 'Whether the database answers and takes writes: 1 or 0',
    registers: [registry],
    async collect() {
      const answer = database.query(PING).then(
        () => true,
        () => false,
      );
      const answers = await Promise.race([answer, setTimeout(ASK_TIMEOUT_MS, false, { ref: false })]);
      this.set(Number(answers && !trail.isAway));
    },
  });
}
