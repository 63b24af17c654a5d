import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newKey } from '../../../src/service/store/accounts/key-format.ts';
import { startService, type TestService } from '../../service.ts';
import { databases, type Place } from '../store/databases.ts';
import { type DatabaseProxy, startProxy } from '../store/proxy.ts';

const postgres = databases.find(({ title }) => title.startsWith('PostgreSQL'));
if (postgres === undefined) throw new Error('PostgreSQL is not among the databases');

const AWAY = { status: 'error', message: 'The database cannot be reached; try again in a moment' };

describe.skipIf(postgres.isSkipped)(`a service whose ${postgres.title} is gone`, () => {
  let place: Place;
  let proxy: DatabaseProxy;
  let service: TestService;

  beforeAll(async () => {
    place = await postgres.makePlace();
    proxy = await startProxy(place.options.databaseUrl ?? '');
    const options = { ...place.options, databaseUrl: proxy.databaseUrl };
    service = await startService({ ...place, options }, { PDF_PAGES: '2', RENDER_PROCESSES: '2' });
  });

  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  const BODY = { templateId: 'senior-backend-developer-agreement', data: {} };

  /** Status and the first bytes of a document in each format, for a company's own key. */
  const documents = () =>
    Promise.all(
      ['pdf', 'docx'].map(async (format) => {
        const { status, bytes } = await service.generate({ ...BODY, format });
        return [status, bytes.subarray(0, 2).toString()];
      }),
    );
  const BOTH = [
    [200, '%P'],
    [200, 'PK'],
  ];

  test('generates for known keys and answers 503 to all others, until the database is back', async () => {
    expect(await documents()).toEqual(BOTH);
    await proxy.cut();

    for (let round = 0; round < 3; round++) expect(await documents()).toEqual(BOTH);
    const refusals = [
      await service.admin('GET', '/companies'),
      await service.admin('POST', '/companies', { companyId: 'late', name: 'Late' }),
      await service.admin('POST', '/companies/acme/keys'),
      await service.send('GET', '/api/v1/templates', { 'x-key': newKey().key }),
    ];
    for (const { status, headers, json } of refusals) {
      expect([status, headers['retry-after'], json]).toEqual([503, '1', AWAY]);
    }
    const refused = await service.send('GET', '/api/v1/templates', { 'x-key': 'not a key' });
    expect(refused.status).toBe(403);
    const ready = await service.send('GET', '/readyz');
    expect([ready.status, ready.json]).toEqual([200, expect.objectContaining({ status: 'ready' })]);

    await proxy.mend();
    await vi.waitFor(async () => expect((await service.admin('GET', '/companies')).status).toBe(200), 60_000);
    const { key = '' } = (await service.admin('POST', '/companies/acme/keys')).json as { key?: string };
    expect((await service.send('GET', '/api/v1/templates', { 'x-key': key })).status).toBe(200);
    expect(await documents()).toEqual(BOTH);
  });
});
