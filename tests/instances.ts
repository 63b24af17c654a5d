import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { databases } from './service/store/databases.ts';
import { startService, type TestService } from './service.ts';

/** Two instances over one PostgreSQL. */
export interface Instances extends AsyncDisposable {
  readonly one: TestService;
  readonly other: TestService;
  /** Another connection to the same database. */
  readonly operator: pg.Client;
  /** Process ids of the sessions on which the two instances receive notices. */
  listeners(): Promise<number[]>;
  /** Ends these sessions. Neither instance receives notices until it reconnects, after a tenth of a second or more. */
  cutListeners(): Promise<void>;
}

const SMALL = { PDF_PAGES: '2', RENDER_PROCESSES: '2' };

const found = databases.find(({ title }) => title.startsWith('PostgreSQL'));
if (found === undefined) throw new Error('PostgreSQL is not among the databases');

export const postgres = found;

export async function startInstances(): Promise<Instances> {
  await using opened = new AsyncDisposableStack();
  const place = opened.use(await postgres.makePlace());
  const url = new URL(place.options.databaseUrl ?? '');
  const operator = new pg.Client(url.href);
  await operator.connect();
  opened.defer(() => operator.end());
  /** Identifies the sessions of these two instances, so that no other sessions are ended. */
  const sessionName = `test ${randomBytes(8).toString('hex')}`;
  url.searchParams.set('application_name', sessionName);
  const named = { ...place, options: { ...place.options, databaseUrl: url.href } };
  const one = opened.use(await startService(named, SMALL));
  const other = opened.use(await startService(named, SMALL));

  const listeners = async () => {
    const { rows } = await operator.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND query LIKE 'LISTEN%'`,
      [sessionName],
    );
    return rows.map(({ pid }) => pid);
  };
  const kept = opened.move();
  return {
    one,
    other,
    operator,
    listeners,
    cutListeners: async () => {
      await operator.query('SELECT pg_terminate_backend(pid, 1000) FROM unnest($1::int[]) AS pid', [
        await listeners(),
      ]);
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
