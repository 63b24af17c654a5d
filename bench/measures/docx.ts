/**
 * Word files per second over HTTP, divided by those that html-to-docx makes from the same HTML in process; and those of
 * many companies with a colour each, divided by those of one.
 */
import { availableParallelism } from 'node:os';
import htmlToDocx from 'html-to-docx';
import { interleave, ratios, warmUp } from '../rig/interleave.ts';
import { Load, type LoadRequest } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { countCpu } from '../rig/processes.ts';
import { figureOf, roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { addCompanies, generate, startService } from '../rig/service.ts';

await measure(
  { template: 'senior-backend-developer-agreement/2.0.0', documents: 100, rounds: 5, companies: 50 },
  async ({ template, documents, rounds, companies }) => {
    const sample = await loadSample(template);
    // html-to-docx throws on a width in percent.
    const html = (await sample.document()).html.replaceAll(/\bwidth:\s*[\d.]+%;?/g, '');
    await using service = await startService();
    await using load = new Load();

    const ofCompanies = async (amount: number): Promise<LoadRequest[]> => {
      const headers = await addCompanies(service, amount);
      return headers.map((each) => generate({ headers: each }, sample.body('docx')));
    };
    const requests = { one: await ofCompanies(1), many: await ofCompanies(companies) };
    const overHttp = (connections: number, of: readonly LoadRequest[]) => () =>
      load.rate({
        url: service.url,
        connections,
        amount: documents,
        requests: of,
      });
    const sides = {
      service: overHttp(2 * availableParallelism(), requests.one),
      'service, many companies': overHttp(2 * availableParallelism(), requests.many),
      'html-to-docx': async () => {
        // It converts one at a time and is slower, so fewer documents are enough.
        const times = Math.ceil(documents / 4);
        const started = performance.now();
        for (let number = 0; number < times; number += 1) await htmlToDocx(html);
        return times / ((performance.now() - started) / 1_000);
      },
      'service, one caller': overHttp(1, requests.one),
    };
    await warmUp(1, sides);
    const cpu = await countCpu(service.pid);
    const rates = await interleave(rounds, sides);
    return {
      figures: [
        figureOf('Word files over HTTP / html-to-docx', ratios(rates.service, rates['html-to-docx']), '×', {
          atLeast: 7,
        }),
        figureOf(
          `Word files of ${companies} companies in turn / of one`,
          ratios(rates['service, many companies'], rates.service),
          '×',
          { atLeast: 0.9 },
        ),
      ],
      observations: {
        'Word files a second': roundAll(rates),
        'processor time of a file, ms': roundAll(await cpu(3 * rounds * documents)),
      },
    };
  },
);
