/** Four times as many requests as the service can print: the rate of those it prints, and how late it refuses those that have waited. */
import { availableParallelism } from 'node:os';
import { expectStatus, Load, latencies } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { type Figure, figureOf, roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { generate, startService } from '../rig/service.ts';
import { median, percentile } from '../rig/statistics.ts';

/** The service's default: a request that finds no place waits for so long. */
const QUEUE_TIMEOUT_MS = 8_000;
/** Not counted: during this time the queue fills, so that fewer documents are finished than started. */
const FILLING_MS = 1_000;

await measure(
  { template: 'senior-backend-developer-agreement/2.0.0', documents: 100, seconds: 10, rounds: 2, factor: 4 },
  async ({ template, documents, seconds, rounds, factor }) => {
    const sample = await loadSample(template);
    await using service = await startService();
    await using load = new Load();
    const requests = [generate(service, sample.body('pdf'))];
    const peak = () =>
      load.rate({ url: service.url, connections: 2 * availableParallelism(), amount: documents, requests });
    await peak();

    const seen = {
      peak: [] as number[],
      finished: [] as number[],
      refused: [] as number[],
      p50: [] as number[],
    };
    const p99s: number[] = [];
    const shares: number[] = [];
    let withoutRetryAfter = 0;
    for (let round = 0; round < rounds; round += 1) {
      // The peak is measured before and after, because the speed of the machine varies.
      const before = await peak();
      const perSecond = factor * before;
      const answers = await load.run({
        url: service.url,
        perSecond,
        amount: Math.round(seconds * perSecond),
        requests,
      });
      const after = await peak();
      expectStatus(answers, [200, 503]);
      const full = Math.min(...answers.map(({ startedMs }) => startedMs)) + FILLING_MS;
      const last = Math.max(...answers.map(({ startedMs }) => startedMs));
      const inTime = answers.filter(
        ({ status, endedMs }) => status === 200 && full < endedMs && endedMs <= last,
      );
      const finished = inTime.length / ((last - full) / 1_000);
      const refusals = latencies(answers).get(503) ?? [];
      withoutRetryAfter += answers.filter(({ status, retryAfter }) => status === 503 && !retryAfter).length;
      seen.peak.push((before + after) / 2);
      seen.finished.push(finished);
      seen.refused.push(refusals.length);
      seen.p50.push(median(refusals));
      p99s.push(percentile(refusals, 99) - QUEUE_TIMEOUT_MS);
      shares.push(finished / ((before + after) / 2));
    }
    const lacking: Figure = {
      name: '503 without Retry-After',
      reached: withoutRetryAfter,
      unit: '',
      target: { atMost: 0 },
    };
    return {
      figures: [
        figureOf(`PDFs a second at ${factor} × the saturating load / the peak`, shares, '×', {
          atLeast: 0.95,
        }),
        figureOf(`p99 of a 503 at ${factor} × the saturating load, after QUEUE_TIMEOUT_MS`, p99s, 'ms', {
          atMost: 50,
        }),
        lacking,
      ],
      observations: { rounds: roundAll(seen) },
    };
  },
);
