/** A document of about 200 pages over HTTP, within the default limits: its time per page, divided by the sample's. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { request } from 'undici';
import { interleave, ratios, warmUp } from '../rig/interleave.ts';
import { measure } from '../rig/measure.ts';
import { figureOf, roundAll } from '../rig/report.ts';
import { loadSample, type Sample } from '../rig/sample.ts';
import { generate, startService } from '../rig/service.ts';
import { median } from '../rig/statistics.ts';

const TEMPLATE = 'senior-backend-developer-agreement/2.0.0';
const LISTS = ['duties', 'benefits', 'equipments'];
/** Three lines, like a clause of the sample. Pages of shorter entries would have more elements than the sample's. */
const ENTRY =
  'Keep a part of the payments platform in order, write down what was changed in it and why, tell those who depend on it ' +
  'before it changes, and hand it over with all that its next owner needs to know.';
/** More than the default limit. */
const BODY_LIMIT_BYTES = '1000000';

async function countPages(pdf: Uint8Array): Promise<number> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const { numPages } = await loading.promise;
  await loading.destroy();
  return numPages;
}

await measure({ entries: 1_000, prints: 10, rounds: 5 }, async ({ entries, prints, rounds }) => {
  const short = await loadSample(TEMPLATE);
  const lists = LISTS.map((name) => [name, Array(entries).fill(ENTRY)]);
  const long = await loadSample(TEMPLATE, { ...short.template.sample, ...Object.fromEntries(lists) });
  await using service = await startService({ environment: { BODY_LIMIT_BYTES } });

  const pages: Record<string, number> = {};
  const msPerPage = async (name: string, sample: Sample) => {
    const { path, ...sent } = generate(service, sample.body('pdf'));
    const started = performance.now();
    const { statusCode, body } = await request(`${service.url}${path}`, sent);
    const pdf = Buffer.from(await body.arrayBuffer());
    const milliseconds = performance.now() - started;
    if (statusCode !== 200) throw new Error(`the service answered ${statusCode}: ${pdf}`);
    pages[name] ??= await countPages(pdf);
    return milliseconds / pages[name];
  };
  const sides = {
    long: () => msPerPage('long', long),
    short: async () => {
      const times = [];
      for (let number = 0; number < prints; number += 1) times.push(await msPerPage('short', short));
      return median(times);
    },
  };
  await warmUp(1, sides);
  const times = await interleave(rounds, sides);
  return {
    figures: [
      figureOf(
        `time per page of ${pages.long} pages / of ${pages.short}`,
        ratios(times.long, times.short),
        '×',
        { atMost: 1.1 },
      ),
    ],
    observations: { 'milliseconds a page': roundAll(times) },
  };
});
