/**
 * PDFs per second over HTTP, with twice as many callers as cores, divided by those of the bare loop on the same HTML.
 */
import { availableParallelism } from 'node:os';
import { startBareLoop, startOwnPages } from '../rig/bare-loop.ts';
import { best, interleave, ratios, warmUp } from '../rig/interleave.ts';
import { Load } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { countCpu } from '../rig/processes.ts';
import { figureOf, round, roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { generate, startService } from '../rig/service.ts';
import { median } from '../rig/statistics.ts';

await measure(
  { template: 'senior-backend-developer-agreement/2.0.0', documents: 50, rounds: 6 },
  async ({ template, documents, rounds }) => {
    const sample = await loadSample(template);
    const { html } = await sample.document();
    await using service = await startService();
    await using load = new Load();
    await using oneBrowser = await startBareLoop({ browsers: 1 });
    await using browserPerPage = await startBareLoop();
    await using ownPages = await startOwnPages();

    const sides = {
      service: () =>
        load.rate({
          url: service.url,
          connections: 2 * availableParallelism(),
          amount: documents,
          requests: [generate(service, sample.body('pdf'))],
        }),
      'one browser': () => oneBrowser.rate(html, documents),
      'a browser per page': () => browserPerPage.rate(html, documents),
      'own pages': () => ownPages.rate(html, documents),
    };
    await warmUp(2, sides);
    const serviceCpu = await countCpu(service.pid, load.pid);
    const bareCpu = await countCpu(...browserPerPage.pids);
    const { service: overHttp, 'own pages': own, ...bare } = await interleave(rounds, sides);
    const total = rounds * documents;

    return {
      figures: [
        figureOf('PDFs over HTTP / bare loop', ratios(overHttp, bare[best(bare)]), '×', { atLeast: 0.9 }),
      ],
      observations: {
        'PDFs a second': roundAll({ service: overHttp, ...bare, 'own pages': own }),
        "over the service's own pages, ×": round(median(ratios(overHttp, own))),
        'processor time of a document, ms, service and callers': roundAll(await serviceCpu(total)),
        'processor time of a document, ms, bare loop': roundAll(await bareCpu(total)),
      },
    };
  },
);
