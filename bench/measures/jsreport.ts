/** PDFs per second over HTTP, divided by those of jsreport in process, on the same HTML and with the same Chromium. */
import { availableParallelism } from 'node:os';
import { type JsReport, startJsReport } from '../peers/jsreport.ts';
import { best, interleave, ratios, warmUp } from '../rig/interleave.ts';
import { Load } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { figureOf, roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { generate, startService } from '../rig/service.ts';

await measure(
  { template: 'senior-backend-developer-agreement/2.0.0', documents: 60, rounds: 3, tries: 1 },
  async ({ template, documents, rounds, tries }) => {
    const sample = await loadSample(template);
    const { html } = await sample.document();
    await using opened = new AsyncDisposableStack();
    const reporters: Record<string, JsReport> = {};
    for (let workers = 1; workers <= availableParallelism() + 1; workers += 1)
      reporters[`${workers} workers`] = opened.use(await startJsReport(workers));
    await using service = await startService();
    await using load = new Load();

    const jsreports = Object.fromEntries(
      Object.entries(reporters).map(([name, reporter]) => [name, () => reporter.rate(html, documents)]),
    );
    await warmUp(1, jsreports);
    const counts = await interleave(tries, jsreports);
    const bestCount = best(counts);

    const sides = {
      service: () =>
        load.rate({
          url: service.url,
          connections: 2 * availableParallelism(),
          amount: documents,
          requests: [generate(service, sample.body('pdf'))],
        }),
      jsreport: jsreports[bestCount] as () => Promise<number>,
    };
    await warmUp(2, sides);
    const rates = await interleave(rounds, sides);
    return {
      figures: [
        figureOf('PDFs over HTTP / jsreport', ratios(rates.service, rates.jsreport), '×', { atLeast: 3.5 }),
      ],
      observations: {
        'PDFs a second': roundAll(rates),
        'PDFs a second of jsreport by workers': roundAll(counts),
      },
    };
  },
);
