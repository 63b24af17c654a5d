/**
 * PDFs per second of `docgen batch`, from the end of the check of its rows to the last line of its manifest, divided by those of
 * autocannon at the same concurrency.
 */
import { execFile } from 'node:child_process';
import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { interleave, ratios, warmUp } from '../rig/interleave.ts';
import { Load } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { figureOf, roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { type BenchService, generate, startService } from '../rig/service.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

await measure(
  { template: 'senior-backend-developer-agreement/2.0.0', concurrency: 8, documents: 200, rounds: 5 },
  async ({ template, concurrency, documents: amount, rounds }) => {
    const sample = await loadSample(template);
    await using service = await startService();
    await using callers = new Load();
    const rows = path.join(service.folder, 'rows.ndjson');
    await writeFile(rows, `${JSON.stringify(sample.template.sample)}\n`.repeat(amount));
    const requests = [generate(service, sample.body('pdf'))];
    const [templateId = '', version = ''] = template.split('/');
    const sides = {
      batch: async () => {
        const out = path.join(service.folder, 'out');
        await docgen(service, [
          ...['batch', templateId, '--template-version', version, '--data', rows, '--out', out],
          ...['--concurrency', String(concurrency)],
        ]);
        // batch.json is written when the rows are checked, the manifest with every file.
        const [begun, ended] = await Promise.all(
          ['batch.json', 'manifest.ndjson'].map(async (file) => (await stat(path.join(out, file))).mtimeMs),
        );
        await rm(out, { recursive: true });
        return amount / (((ended as number) - (begun as number)) / 1_000);
      },
      autocannon: () => callers.rate({ url: service.url, connections: concurrency, amount, requests }),
    };
    await warmUp(1, sides);
    const seen = await interleave(rounds, sides);
    const what = `docgen batch / autocannon, ${concurrency} requests at a time`;
    return {
      figures: [figureOf(what, ratios(seen.batch, seen.autocannon), '×', { atLeast: 0.95 })],
      observations: { 'PDFs a second': roundAll(seen) },
    };
  },
);

async function docgen({ url, headers }: BenchService, args: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [path.join(ROOT, 'src/ui/cli/docgen.ts'), ...args], {
    env: { DOCGEN_URL: url, DOCGEN_KEY: headers['x-key'] },
  });
}
