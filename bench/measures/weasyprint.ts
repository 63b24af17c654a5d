/** PDFs per second over HTTP, divided by the tagged PDFs of WeasyPrint, which is no browser, from the same HTML. */
import { availableParallelism } from 'node:os';
import { startWeasyPrint } from '../peers/weasyprint.ts';
import { interleave, ratios, warmUp } from '../rig/interleave.ts';
import { Load } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { figureOf, roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { generate, startService } from '../rig/service.ts';

await measure(
  { template: 'senior-backend-developer-agreement/2.0.0', documents: 60, rounds: 3 },
  async ({ template, documents, rounds }) => {
    const sample = await loadSample(template);
    const { html } = await sample.document();
    await using weasyPrint = await startWeasyPrint(html, availableParallelism());
    await using service = await startService();
    await using load = new Load();
    const sides = {
      service: () =>
        load.rate({
          url: service.url,
          connections: 2 * availableParallelism(),
          amount: documents,
          requests: [generate(service, sample.body('pdf'))],
        }),
      // It is slower, so fewer documents are enough.
      weasyPrint: () => weasyPrint.rate(Math.ceil(documents / 15)),
    };
    await warmUp(1, sides);
    const rates = await interleave(rounds, sides);
    return {
      figures: [
        figureOf('PDFs over HTTP / WeasyPrint', ratios(rates.service, rates.weasyPrint), '×', {
          atLeast: 10,
        }),
      ],
      observations: { 'PDFs a second': roundAll(rates) },
    };
  },
);
