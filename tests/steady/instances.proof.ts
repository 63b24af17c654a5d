import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { databases, type Place } from '../service/store/databases.ts';
import { type DatabaseProxy, startProxy } from '../service/store/proxy.ts';
import { type Expected, expectedDocuments } from './expected.ts';
import { expectFootprint, restingFootprint } from './footprint.ts';
import { Load } from './load.ts';
import { type SteadyService, startSteady } from './service.ts';

const postgres = databases.find(({ title }) => title.startsWith('PostgreSQL'));
if (postgres === undefined) throw new Error('PostgreSQL is not among the databases');

/** Long enough for every retry to fail. The test also passed with half a minute. */
const AWAY_MS = 3_000;

async function administration({ url, adminHeaders }: SteadyService): Promise<number> {
  const answer = await request(`${url}/admin/v1/companies`, { headers: adminHeaders, reset: true });
  await answer.body.dump();
  return answer.statusCode;
}

describe.skipIf(postgres.isSkipped)(`under constant load over one ${postgres.title}`, () => {
  let place: Place;
  let proxy: DatabaseProxy;
  let one: SteadyService;
  let other: SteadyService;
  let documents: Expected[];

  beforeAll(async () => {
    place = await postgres.makePlace();
    proxy = await startProxy(place.options.databaseUrl ?? '');
    const cuttable = { ...place, options: { ...place.options, databaseUrl: proxy.databaseUrl } };
    one = await startSteady({ place: cuttable });
    other = await startSteady({ place });
    documents = await expectedDocuments(one);
  });

  afterAll(async () => {
    await Promise.all([one, other].map((service) => service[Symbol.asyncDispose]()));
    await proxy[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  test('callers do not notice a database outage, and administration is answered with 503', async () => {
    // Without the connection pool, whose connections are opened and closed as needed.
    const { descriptors, timers, ...atRest } = await restingFootprint(one);
    const load = new Load(one, documents);
    await load.goOn();
    await proxy.cut();
    const away = performance.now();
    while (performance.now() - away < AWAY_MS) {
      await load.goOn();
      expect(await administration(one)).toBe(503);
    }
    await proxy.mend();
    await vi.waitFor(async () => expect(await administration(one)).toBe(200), { timeout: 60_000 });
    await load.goOn();
    expect(Object.keys(await load.stop()).toSorted()).toEqual(['200 docx', '200 pdf']);
    await expectFootprint(one, atRest);
  });

  test('callers of one instance do not notice that another is killed', async () => {
    const [mine, others] = [new Load(one, documents, 3), new Load(other, documents, 3)];
    await Promise.all([mine.goOn(), others.goOn()]);
    other.process.child.kill('SIGKILL');
    await mine.goOn();
    expect(Object.keys(await mine.stop()).toSorted()).toEqual(['200 docx', '200 pdf']);
    const { '200 pdf': pdf, '200 docx': docx, ...lost } = await others.stop();
    expect([pdf, docx]).toEqual([expect.any(Number), expect.any(Number)]);
    for (const name of Object.keys(lost)) expect(name).toMatch(/^no answer: (UND_ERR_SOCKET|ECONN|EPIPE)/);
  });
});
