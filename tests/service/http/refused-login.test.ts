import { expect, test, vi } from 'vitest';
import { newKey } from '../../../src/service/store/accounts/key-format.ts';
import { startService } from '../../service.ts';
import { need } from '../../tools.ts';
import { makeOwnDatabase } from '../store/own-database.ts';

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
  `a service whose login or whose writes the database refuses generates for known keys, answers 503 to others and keeps the trail: ${postgres.title}`,
  async ({ skip }) => {
    await using database = await makeOwnDatabase(skip);
    await using service = await startService(database, { PDF_PAGES: '2', RENDER_PROCESSES: '2' });

    let documents = 0;
    const generate = async () => {
      documents += 1;
      return (await service.generate({ templateId: 'esg-policy', format: 'docx', data: {} })).status;
    };
    let companies = 0;
    const create = () =>
      service.admin('POST', '/companies', { companyId: `company-${++companies}`, name: 'C' });
    const metric = async (name: string) => {
      const { bytes } = await service.send('GET', '/metrics', {
        authorization: `Bearer ${service.adminToken}`,
      });
      return Number(new RegExp(`^${name} (.*)$`, 'm').exec(bytes.toString())?.[1]);
    };

    for (const [state, done, undone] of OUTAGES) {
      expect([state, await generate(), await metric('database_up')]).toEqual([state, 200, 1]);
      // A database cannot be renamed while it has sessions.
      await database.operate('ALTER ROLE name NOLOGIN');
      await database.hangUp();
      await database.operate(done);
      if (!done.includes('LOGIN')) await database.operate('ALTER ROLE name LOGIN');

      const fault = state === '25006' ? 'takes no writes now' : 'cannot be reached';
      const refusals = [
        await create(),
        await service.send('GET', '/api/v1/templates', { 'x-key': newKey().key }),
      ];
      for (const { status, headers, json } of refusals)
        expect([state, status, headers['retry-after'], json]).toEqual([
          state,
          503,
          '1',
          { status: 'error', message: `The database ${fault}; try again in a moment` },
        ]);
      expect([state, await generate(), await metric('database_up')]).toEqual([state, 200, 0]);

      await database.operate(undone);
      await database.hangUp();
      await vi.waitFor(async () => expect([state, (await create()).status]).toEqual([state, 201]), 60_000);
      // The database counts as reached again once the entries of the trail that waited are written.
      await vi.waitFor(async () => expect([state, await metric('database_up')]).toEqual([state, 1]), 60_000);
    }

    await vi.waitFor(async () => expect(await metric('trail_entries_waiting')).toBe(0), 60_000);
    const { json } = await service.admin('GET', '/companies/acme/documents?limit=100');
    expect((json as { documents: unknown[] }).documents).toHaveLength(documents);
  },
);
