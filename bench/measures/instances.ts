/** The throughput of two instances with one PostgreSQL (DATABASE_URL), each on its own core, divided by that of one. */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { interleave, ratios, warmUp } from '../rig/interleave.ts';
import { Load } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { figureOf, roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { generate, startService } from '../rig/service.ts';
import { spawnService } from '../rig/service-process.ts';

/** Enough that an instance of one page never waits for a request. */
const CONNECTIONS = 2;

await measure(
  { template: 'senior-backend-developer-agreement/2.0.0', documents: 100, rounds: 5 },
  async ({ template, documents, rounds }) => {
    const sample = await loadSample(template);
    await using database = await makeDatabase();
    const environment = { DATABASE_URL: database.url };
    await using one = await startService({ environment, core: 0 });
    const folder = path.join(one.folder, 'other');
    await mkdir(folder);
    await using other = await spawnService(folder, { environment, core: 1 });
    await other.ready();
    await using callersOfOne = new Load();
    await using callersOfOther = new Load();

    const amount = Math.round(documents / 2);
    const requests = [generate(one, sample.body('pdf'))];
    const rateOfOne = () => callersOfOne.rate({ url: one.url, connections: CONNECTIONS, amount, requests });
    const rateOfOther = () =>
      callersOfOther.rate({ url: other.url, connections: CONNECTIONS, amount, requests });
    const sides = {
      two: async () => {
        const [first, second] = await Promise.all([rateOfOne(), rateOfOther()]);
        return first + second;
      },
      one: rateOfOne,
    };
    await warmUp(1, sides);
    const seen = await interleave(rounds, sides);
    return {
      figures: [
        figureOf('two instances on a core each / one', ratios(seen.two, seen.one), '×', { atLeast: 1.8 }),
      ],
      observations: { 'PDFs a second': roundAll(seen) },
    };
  },
);

/** A new database, which is dropped when it is disposed of. */
async function makeDatabase(): Promise<AsyncDisposable & { readonly url: string }> {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL === undefined)
    throw new Error(
      'instances needs DATABASE_URL, the URL of a PostgreSQL in which it may create a database',
    );
  const name = `bench_${randomBytes(8).toString('hex')}`;
  const url = new URL(DATABASE_URL);
  url.pathname = `/${name}`;
  await runOn(DATABASE_URL, `CREATE DATABASE ${name}`);
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => runOn(DATABASE_URL, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
