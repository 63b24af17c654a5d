/** Refused requests: their latency while printing is saturated, and their rate without other load. */
import { availableParallelism } from 'node:os';
import { interleave, warmUp } from '../rig/interleave.ts';
import { expectStatus, Load, type LoadRequest, latencies } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { figureOf, roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { type BenchService, generate, revokedKey, startService } from '../rig/service.ts';
import { median, percentile } from '../rig/statistics.ts';

const ALONE_CONNECTIONS = 10;

await measure(
  {
    template: 'senior-backend-developer-agreement/2.0.0',
    seconds: 15,
    perSecond: 100,
    rounds: 2,
    alone: 4_000,
  },
  async ({ template, seconds, perSecond, rounds, alone }) => {
    const sample = await loadSample(template);
    await using service = await startService();
    await using printing = new Load();
    await using refused = new Load();
    const { url } = service;
    const refusals = await requestsThatAreRefused(service, sample.body('pdf'));
    const requests = Object.values(refusals).map(({ request }) => request);
    const statuses = Object.values(refusals).map(({ status }) => status);

    const print = () =>
      printing.rate({
        url,
        connections: 2 * availableParallelism(),
        amount: 40,
        requests: [generate(service, sample.body('pdf'))],
      });
    await print();
    let isOver = false;
    const arriving = refused.run({ url, perSecond, amount: seconds * perSecond, requests }).finally(() => {
      isOver = true;
    });
    while (!isOver) await print();
    const answers = await arriving;
    expectStatus(answers, statuses);
    const whileSaturated = [...latencies(answers)].toSorted(([one], [other]) => one - other);

    const sides = Object.fromEntries(
      Object.entries(refusals).map(([name, { request, status }]) => [
        name,
        () =>
          refused.rate({ url, connections: ALONE_CONNECTIONS, amount: alone, requests: [request] }, status),
      ]),
    );
    await warmUp(1, sides);
    const rates = await interleave(rounds, sides);
    return {
      figures: [
        ...whileSaturated.map(([status, times]) => ({
          name: `p99 of a ${status} while printing is saturated`,
          reached: percentile(times, 99),
          unit: 'ms' as const,
          target: { atMost: 10 },
        })),
        ...Object.entries(rates).map(([name, perSecond]) =>
          figureOf(`alone: ${name}`, perSecond, '/s', { atLeast: 3_000 }),
        ),
      ],
      observations: {
        'median while printing is saturated, ms': roundAll(
          Object.fromEntries(whileSaturated.map(([status, times]) => [status, median(times)])),
        ),
      },
    };
  },
);

interface Refusal {
  readonly status: number;
  readonly request: LoadRequest;
}

async function requestsThatAreRefused(
  service: BenchService,
  body: string,
): Promise<Readonly<Record<string, Refusal>>> {
  const accepted = generate(service, body);
  const { 'x-key': _, ...withoutKey } = accepted.headers;
  const withKey = (key: string) => ({ ...accepted, headers: { ...accepted.headers, 'x-key': key } });
  const changed = (changes: object) => ({
    ...accepted,
    body: JSON.stringify({ ...JSON.parse(body), ...changes }),
  });
  return {
    '401, no key': { status: 401, request: { ...accepted, headers: withoutKey } },
    '403, no such key': { status: 403, request: withKey('not-a-key') },
    '403, a revoked key': { status: 403, request: withKey(await revokedKey(service)) },
    '400, data that is not right': {
      status: 400,
      request: changed({ data: { ...JSON.parse(body).data, governingLaw: 'Atlantis' } }),
    },
    '404, no such template': { status: 404, request: changed({ templateId: 'no-such-template' }) },
  };
}
