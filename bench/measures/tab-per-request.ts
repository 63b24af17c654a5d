/** PDFs per second over HTTP, divided by those of the same route with a new tab for every request. */
import { availableParallelism } from 'node:os';
import { startTabPerRequest } from '../peers/tab-per-request.ts';
import { interleave, ratios, warmUp } from '../rig/interleave.ts';
import { Load } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { figureOf, roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { generate, startService } from '../rig/service.ts';

await measure(
  { template: 'senior-backend-developer-agreement/2.0.0', documents: 60, rounds: 4 },
  async ({ template, documents, rounds }) => {
    const sample = await loadSample(template);
    await using service = await startService();
    await using tabs = await startTabPerRequest();
    await using load = new Load();

    const rate = (url: string) =>
      load.rate({
        url,
        connections: 2 * availableParallelism(),
        amount: documents,
        requests: [generate(service, sample.body('pdf'))],
      });
    const sides = { service: () => rate(service.url), 'tab per request': () => rate(tabs.url) };
    await warmUp(2, sides);
    const rates = await interleave(rounds, sides);
    return {
      figures: [
        figureOf('PDFs over HTTP / a tab per request', ratios(rates.service, rates['tab per request']), '×', {
          atLeast: 2.8,
        }),
      ],
      observations: { 'PDFs a second': roundAll(rates) },
    };
  },
);
