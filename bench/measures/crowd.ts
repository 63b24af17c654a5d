/**
 * Callers who ask again the moment they are answered, as many as autocannon's connections carry: what is made beside 64
 * connections, and beside more; how long another company and `/livez` wait meanwhile; the memory of the main process.
 */
import { setTimeout } from 'node:timers/promises';
import { interleave, ratios } from '../rig/interleave.ts';
import { type Answer, Load, type LoadRequest, latencies } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { countCpu, residentMegabytes } from '../rig/processes.ts';
import { type Figure, figureOf, roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { addCompanies, generate, revokedKey, startService } from '../rig/service.ts';
import { median, percentile } from '../rig/statistics.ts';

const BASE = '64';

/** Connections, and requests that each sends ahead. */
const CROWDS: Readonly<Record<string, readonly [connections: number, pipelining: number]>> = {
  [BASE]: [64, 1],
  '128': [128, 1],
  '256': [256, 1],
  '1,000': [1_000, 1],
  '32 with pipelining 10': [32, 10],
};

/**
 * V8 collects what a crowd has left 100 s after its last collection: it takes a heap in which nothing is allocated for one in
 * which much is, until its watchdog ends (`--trace-memory-reducer` shows "high alloc").
 */
const IDLE_MS = 130_000;

/** After it, all connections of a crowd are there. */
const CONNECTED_MS = 1_000;

/** Beside these, another company sends a request every 200 ms, and a platform asks for `/livez` 20 times a second. */
const BESIDE = [BASE, '256', '1,000'] as const;

await measure(
  { template: 'senior-backend-developer-agreement/2.0.0', seconds: 10, rounds: 3 },
  async ({ template, seconds, rounds }) => {
    const sample = await loadSample(template);
    await using service = await startService();
    await using others = new Load();
    await using probes = new Load();
    const { url } = service;
    const [other = service.headers] = await addCompanies(service, 1);
    const pdf = generate(service, sample.body('pdf'));
    const work: Readonly<Record<string, LoadRequest>> = {
      PDFs: pdf,
      'Word files': generate(service, sample.body('docx')),
      validations: { ...pdf, path: '/api/v1/documents/validate' },
    };
    const livez: LoadRequest = { method: 'GET', path: '/livez', headers: {}, body: '' };

    let refused: Record<string, number> = {};
    let coreMs: Record<string, unknown> = {};
    const crowd = async (name: string, request: LoadRequest): Promise<number> => {
      const [connections, pipelining] = CROWDS[name] as readonly [number, number];
      await using load = new Load();
      const cpuPer = await countCpu(service.pid);
      const answers = await load.run({ url, connections, pipelining, seconds, requests: [request] });
      const of = (status: number) => answers.filter((answer) => answer.status === status).length;
      refused[name] = (refused[name] ?? 0) + of(503);
      coreMs[name] = roundAll(await cpuPer(of(200)));
      const unexpected = answers.find(({ status }) => status !== 200 && status !== 503);
      if (unexpected !== undefined) throw new Error(`a request was answered ${unexpected.status}`);
      return of(200) / seconds;
    };
    const memory = async () => {
      await setTimeout(IDLE_MS);
      return (await residentMegabytes(service.pid)).service ?? Number.NaN;
    };

    // Every thread and process is at work by then.
    for (const request of Object.values(work)) await crowd(BASE, request);
    const before = await memory();
    const figures: Figure[] = [];
    const observations: Record<string, unknown> = {};
    for (const [what, request] of Object.entries(work)) {
      refused = {};
      coreMs = {};
      const sides = Object.fromEntries(Object.keys(CROWDS).map((name) => [name, () => crowd(name, request)]));
      const seen = await interleave(rounds, sides);
      const atLeast = what === 'validations' ? 0.8 : 0.95;
      const { [BASE]: base = [], ...more } = seen;
      for (const [name, rates] of Object.entries(more))
        figures.push(
          figureOf(`${what} a second of ${name} connections / of ${BASE}`, ratios(rates, base), '×', {
            atLeast,
          }),
        );
      observations[`${what} a second`] = roundAll(seen);
      observations[`${what}: answers 503`] = refused;
      observations[`${what}: core ms of each, by role`] = coreMs;
    }

    refused = {};
    coreMs = {};
    const p50s: Record<string, number> = {};
    const alive: Answer[] = [];
    for (const name of BESIDE) {
      const [answers, live] = await Promise.all([
        others.run({
          ...{ url, perSecond: 5, amount: 5 * (seconds - 1) },
          requests: [{ ...pdf, headers: other }],
        }),
        probes.run({ url, perSecond: 20, amount: 20 * (seconds - 1), requests: [livez] }),
        crowd(name, pdf),
      ]);
      alive.push(...live);
      const made = latencies(answers).get(200) ?? [];
      p50s[name] = median(made);
      figures.push({
        ...{ name: `503 to another company beside ${name} connections`, unit: '' },
        ...{ reached: answers.length - made.length, target: { atMost: 0 } },
      });
    }
    await using revoked = new Load();
    const refusal = { ...pdf, headers: { ...service.headers, 'x-key': await revokedKey(service) } };
    // To accept 1,000 connections at once and refuse them takes 0.2 s, once.
    const probeLater = async () => {
      await setTimeout(CONNECTED_MS);
      return probes.run({ url, perSecond: 20, amount: 20 * (seconds - 2), requests: [livez] });
    };
    const [aliveBesideRefusals] = await Promise.all([
      probeLater(),
      revoked.run({ url, connections: 1_000, seconds, requests: [refusal] }),
    ]);
    for (const name of BESIDE.slice(1))
      figures.push({
        ...{ name: `another company's p50 beside ${name} connections / beside ${BASE}`, unit: '×' },
        ...{ reached: (p50s[name] as number) / (p50s[BASE] as number), target: { atMost: 1.5 } },
      });
    figures.push(
      {
        ...{ name: 'p99 of /livez beside them', unit: 'ms', target: { atMost: 50 } },
        reached: percentile(latencies(alive).get(200) ?? [], 99),
      },
      {
        ...{ name: 'p99 of /livez beside 1,000 connections with a revoked key', unit: 'ms' },
        ...{ reached: percentile(latencies(aliveBesideRefusals).get(200) ?? [], 99), target: { atMost: 50 } },
      },
      {
        ...{
          name: `memory of the main process after all / after ${BASE} connections`,
          unit: '×',
          target: { atMost: 1.3 },
        },
        reached: (await memory()) / before,
      },
    );
    observations["another company's p50, ms"] = roundAll(p50s);
    return { figures, observations };
  },
);
