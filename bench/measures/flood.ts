/**
 * PDFs per second of a company that sends one request after the other, while another company sends as many as 64
 * connections carry, divided by those of the company alone. A request without a 200 fails the measure.
 */
import { interleave, ratios } from '../rig/interleave.ts';
import { Load } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { figureOf, roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { administer, type BenchService, generate, startService } from '../rig/service.ts';

/** More than a round can have. */
const ENDLESS = 1_000_000;

await measure(
  { template: 'senior-backend-developer-agreement/2.0.0', connections: 64, requests: 100, rounds: 3 },
  async ({ template, connections, requests: amount, rounds }) => {
    const sample = await loadSample(template);
    await using service = await startService();
    await using callers = new Load();
    const single = generate(service, sample.body('pdf'));
    const other = { ...single, headers: { ...single.headers, 'x-key': await keyOfAnother(service) } };
    const alone = () => callers.rate({ url: service.url, connections: 1, amount, requests: [single] });
    await alone();
    const seen = await interleave(rounds, {
      alone,
      beside: async () => {
        await using flood = new Load();
        flood.run({ url: service.url, connections, amount: ENDLESS, requests: [other] }).catch(() => {});
        return await alone();
      },
    });
    const what = `PDFs a second beside ${connections} connections of another company / alone`;
    return {
      figures: [figureOf(what, ratios(seen.beside, seen.alone), '×', { atLeast: 0.35 })],
      observations: { [what]: roundAll(seen) },
    };
  },
);

async function keyOfAnother({ url }: BenchService): Promise<string> {
  await administer('POST', `${url}/admin/v1/companies`, { companyId: 'flood', name: 'Flood' });
  return String((await administer('POST', `${url}/admin/v1/companies/flood/keys`, {})).key);
}
