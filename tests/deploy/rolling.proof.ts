import { randomBytes } from 'node:crypto';
import { request } from 'undici';
import { describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { type ServiceProcess, startProcess } from '../process.ts';
import { databases, type Place } from '../service/store/databases.ts';
import { Balancer } from './balancer.ts';
import { read } from './files.ts';

const postgres = databases.find(({ title }) => title.startsWith('PostgreSQL'));
if (postgres === undefined) throw new Error('PostgreSQL is not among the databases');

const ADMIN_TOKEN = randomBytes(32).toString('hex');
const CALLERS = 4;

/** On a busy machine, a start may take a minute. The test does not depend on any time. */
const PATIENCE = { timeout: 120_000, interval: 50 };

interface Instance {
  readonly url: string;
  readonly process: ServiceProcess;
}

/** The variables of the manifests that control the shutdown of an instance. */
function leavingVariables(): Record<string, string> {
  const { spec } = parse(read('deploy/kubernetes/base/deployment.yaml')) as {
    spec: { template: { spec: { containers: { env: { name: string; value: string }[] }[] } } };
  };
  const variables = spec.template.spec.containers[0]?.env ?? [];
  const names = ['DRAIN_DELAY_MS', 'MIGRATIONS', 'SHUTDOWN_TIMEOUT_MS'];
  return Object.fromEntries(
    variables.filter(({ name }) => names.includes(name)).map(({ name, value }) => [name, value]),
  );
}

async function startInstance(place: Place, environment: Record<string, string> = {}): Promise<Instance> {
  const process = startProcess(place, {
    ADMIN_TOKEN,
    PDF_PAGES: '2',
    RENDER_PROCESSES: '2',
    ...leavingVariables(),
    ...environment,
  });
  const line = await process.printed(/listening at http:\/\/127\.0\.0\.1:\d+/);
  return { url: line.replace('listening at ', ''), process };
}

async function issueKey(url: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' };
    const answer = await request(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.body.json()) as Record<string, string>;
  };
  await post('/admin/v1/companies', { companyId: 'acme', name: 'Acme' });
  return (await post('/admin/v1/companies/acme/keys', {})).key ?? '';
}

/** Starts callers that do not retry. Each one requests one document after the other. */
function startLoad(url: string, key: string) {
  const tally: Record<string, number> = {};
  let isOver = false;
  const ask = async (format: string) => {
    const answer = await request(`${url}/api/v1/documents/generate`, {
      method: 'POST',
      headers: { 'x-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ templateId: 'esg-policy', format, data: {} }),
    });
    await answer.body.arrayBuffer();
    return `${answer.statusCode} ${format}`;
  };
  const callers = Array.from({ length: CALLERS }, async (_, number) => {
    for (let next = number; !isOver; next += 1) {
      const name = await ask(next % 2 === 0 ? 'pdf' : 'docx').catch((error) => `no answer: ${error.code}`);
      tally[name] = (tally[name] ?? 0) + 1;
    }
  });
  return {
    tally,
    stop: async () => {
      isOver = true;
      await Promise.all(callers);
      return tally;
    },
  };
}

describe.skipIf(postgres.isSkipped)(`two instances behind a balancer, over ${postgres.title}`, () => {
  test('are replaced three times without a failed request; killing one loses only the requests it was serving', async () => {
    await using place = await postgres.makePlace();
    await using balancer = new Balancer();
    const url = await balancer.listen();
    await using opened = new AsyncDisposableStack();
    const start = async (environment?: Record<string, string>) => {
      const instance = await startInstance(place, environment);
      opened.use(instance.process);
      balancer.add(instance.url);
      await vi.waitFor(() => expect(balancer.isReady(instance.url)).toBe(true), PATIENCE);
      return instance;
    };
    // The first instance applies the migrations, like the init container.
    let running = [await start({ MIGRATIONS: 'apply' }), await start()];
    const load = startLoad(url, await issueKey(running[0]?.url ?? ''));

    for (let roll = 0; roll < 3; roll++) {
      const next: Instance[] = [];
      for (const old of running) {
        next.push(await start());
        old.process.child.kill('SIGTERM');
        expect(await old.process.exit).toEqual([0, null]);
        balancer.remove(old.url);
      }
      running = next;
    }
    expect(Object.keys(load.tally).toSorted()).toEqual(['200 docx', '200 pdf']);

    const [killed] = running as [Instance];
    await vi.waitFor(() => expect(balancer.underWay(killed.url)).toBeGreaterThan(0), PATIENCE);
    const underWay = balancer.underWay(killed.url);
    const given = balancer.given(killed.url);
    killed.process.child.kill('SIGKILL');
    await killed.process.exit;
    // The killed instance gets further requests until the kernel has closed its port, some milliseconds later.
    const had = underWay + balancer.given(killed.url) - given;
    const before = load.tally['200 pdf'] ?? 0;
    await vi.waitFor(() => expect(load.tally['200 pdf']).toBeGreaterThan(before + 10), PATIENCE);
    const { '200 pdf': _pdf, '200 docx': _docx, ...lost } = await load.stop();
    const count = Object.values(lost).reduce((sum, number) => sum + number, 0);
    expect(count).toBeLessThanOrEqual(had);
  }, 900_000);
});
