/** Resident memory of all processes of the service after many documents, divided by that after a few. */
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Load } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { residentMegabytes } from '../rig/processes.ts';
import { roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { generate, startService } from '../rig/service.ts';
import { median } from '../rig/statistics.ts';

/** The counts for the full measure, which takes more than a quarter of an hour. */
const FULL = { few: 1_000, many: 20_000 };
const SETTLE_MS = 2_000;
const READINGS = 5;

await measure(
  { template: 'senior-backend-developer-agreement/2.0.0', few: 300, many: 1_200, full: false },
  async ({ template, full, ...given }) => {
    const { few, many } = full ? FULL : given;
    const sample = await loadSample(template);
    await using service = await startService();
    await using load = new Load();
    const print = (amount: number) =>
      load.rate({
        url: service.url,
        connections: 2 * availableParallelism(),
        amount,
        requests: [generate(service, sample.body('pdf'))],
      });
    const read = async () => {
      const readings = [];
      for (let number = 0; number < READINGS; number += 1) {
        await delay(SETTLE_MS / READINGS);
        readings.push(await residentMegabytes(service.pid));
      }
      const sums = readings.map((byRole) => Object.values(byRole).reduce((sum, part) => sum + part, 0));
      return { sum: median(sums), byRole: readings.at(-1) ?? {} };
    };

    await print(few);
    const before = await read();
    await print(many - few);
    const after = await read();
    return {
      figures: [
        {
          name: `memory after ${many} documents / after ${few}`,
          reached: after.sum / before.sum,
          unit: '×',
          target: { atMost: 1.1 },
        },
      ],
      observations: {
        'megabytes before': roundAll({ sum: before.sum, ...before.byRole }),
        'megabytes after': roundAll({ sum: after.sum, ...after.byRole }),
      },
    };
  },
);
