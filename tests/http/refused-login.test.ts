import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { startService } from '../service.ts';
import { need } from '../tools.ts';

const { DATABASE_URL } = process.env;
const postgres = need('PostgreSQL', DATABASE_URL ? undefined : 'DATABASE_URL is not set');

/** SQLSTATE, the statement that causes it for a database and role `name`, and the statement that undoes it. */
const OUTAGES: readonly [state: string, done: string, undone: string][] = [
  ['28000', 'ALTER ROLE name NOLOGIN', 'ALTER ROLE name LOGIN'],
  ['53300', 'ALTER ROLE name CONNECTION LIMIT 0', 'ALTER ROLE name CONNECTION LIMIT -1'],
  ['55000', 'ALTER DATABASE name ALLOW_CONNECTIONS false', 'ALTER DATABASE name ALLOW_CONNECTIONS true'],
  ['3D000', 'ALTER DATABASE name RENAME TO name_gone', 'ALTER DATABASE name_gone RENAME TO name'],
  [
    '25006',
    'ALTER DATABASE name SET default_transaction_read_only TO on',
    'ALTER DATABASE name RESET default_transaction_read_only',
  ],
];

test.skipIf(postgres.isSkipped)(
  `a service whose login the database refuses generates for known keys and answers 503 to others: ${postgres.title}`,
  async ({ skip }) => {
    await using opened = new AsyncDisposableStack();
    const operator = new pg.Client(DATABASE_URL);
    await operator.connect();
    opened.defer(() => operator.end());
    const { rows } = await operator.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user');
    skip(!rows[0].rolsuper, 'the role of DATABASE_URL may not make others');

    const name = `test_${randomBytes(8).toString('hex')}`;
    const password = randomBytes(16).toString('hex');
    await operator.query(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
    opened.defer(() => operator.query(`DROP ROLE ${name}`).then(() => undefined));
    await operator.query(`CREATE DATABASE ${name} OWNER ${name}`);
    opened.defer(() => operator.query(`DROP DATABASE ${name} WITH (FORCE)`).then(() => undefined));
    const url = new URL(DATABASE_URL ?? '');
    Object.assign(url, { username: name, password, pathname: `/${name}` });
    const service = opened.use(
      await startService(
        { options: { databaseUrl: url.href, dataDir: '/unused' }, [Symbol.asyncDispose]: async () => {} },
        { PDF_PAGES: '2', RENDER_PROCESSES: '2' },
      ),
    );

    const hangUp = () =>
      operator.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = $1', [
        name,
      ]);
    const generate = () => service.generate({ templateId: 'esg-policy', format: 'docx', data: {} });
    let count = 0;
    const create = () => service.admin('POST', '/companies', { companyId: `company-${++count}`, name: 'C' });

    for (const [state, done, undone] of OUTAGES) {
      expect([state, (await generate()).status]).toEqual([state, 200]);
      // A database cannot be renamed while it has sessions.
      await operator.query(`ALTER ROLE ${name} NOLOGIN`);
      await hangUp();
      await operator.query(done.replaceAll('name', name));
      if (!done.includes('LOGIN')) await operator.query(`ALTER ROLE ${name} LOGIN`);

      const { status, headers, json } = await create();
      expect([state, status, headers['retry-after'], json]).toEqual([
        state,
        503,
        '1',
        { status: 'error', message: 'The database cannot be reached; try again in a moment' },
      ]);
      expect([state, (await generate()).status]).toEqual([state, 200]);

      await operator.query(undone.replaceAll('name', name));
      await hangUp();
      await vi.waitFor(async () => expect([state, (await create()).status]).toEqual([state, 201]), 5_000);
    }
  },
);
