/** One caller alone on a warm service: the time of a request, divided by that of a bare print of the same HTML. */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { startBareLoop, startOwnPages } from '../rig/bare-loop.ts';
import { interleave, ratios, warmUp } from '../rig/interleave.ts';
import { measure } from '../rig/measure.ts';
import { figureOf, round, roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { generate, startService } from '../rig/service.ts';
import { median } from '../rig/statistics.ts';

await measure(
  { template: 'senior-backend-developer-agreement/2.0.0', requests: 40, rounds: 5, pauseMs: 20 },
  async ({ template, requests, rounds, pauseMs }) => {
    const sample = await loadSample(template);
    const { html } = await sample.document();
    await using service = await startService();
    await using bare = await startBareLoop({ pages: 1 });
    await using own = await startOwnPages(1);
    const client = new Client(service.url);
    const steps: Record<string, number[]> = {};

    // The pause lets a side finish its work after the response, so that this work does not slow down the other side.
    const timed = async (work: () => Promise<unknown>) => {
      await pause(pauseMs);
      const started = performance.now();
      await work();
      return performance.now() - started;
    };
    const sides = {
      request: () =>
        timed(async () => {
          const { statusCode, headers, body } = await client.request(generate(service, sample.body('pdf')));
          if (statusCode !== 200) throw new Error(`the service answered ${statusCode}: ${await body.text()}`);
          await body.arrayBuffer();
          for (const [, step = '', ms] of String(headers['server-timing']).matchAll(/(\w+);dur=([\d.]+)/g)) {
            steps[step] ??= [];
            steps[step].push(Number(ms));
          }
        }),
      bare: () => timed(() => bare.print(html)),
      'own page': () => timed(() => own.print(html)),
    };
    await warmUp(requests, sides);
    const medians: Record<keyof typeof sides, number[]> = {
      request: [],
      bare: [],
      'own page': [],
    };
    for (let round = 0; round < rounds; round += 1) {
      const times = await interleave(requests, sides);
      for (const [name, list] of Object.entries(medians))
        list.push(median(times[name as keyof typeof sides]));
    }
    await client.close();
    const stepMedians = Object.entries(steps).map(([step, times]) => [step, median(times)]);
    return {
      figures: [
        figureOf('time of a request alone / of a bare print', ratios(medians.request, medians.bare), '×', {
          atMost: 1.1,
        }),
      ],
      observations: {
        'median of a round, ms': roundAll(medians),
        "over a print on the service's own page, ×": round(
          median(ratios(medians.request, medians['own page'])),
        ),
        'Server-Timing, median, ms': roundAll(Object.fromEntries(stepMedians)),
      },
    };
  },
);
