/**
 * Processor time of a comparison, divided by that of the Word files of its two documents, on average: of two data sets of
 * each text, of which one value in three or all are other ones, and of each two versions. They are made over HTTP, one at a
 * time.
 */

import { readCatalogue, type Template } from '../../src/templating/templates/catalogue.ts';
import { minimalData } from '../../src/templating/templates/minimal-data.ts';
import { interleave, ratios, warmUp } from '../rig/interleave.ts';
import { Load } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { countCpu } from '../rig/processes.ts';
import { figureOf, roundAll } from '../rig/report.ts';
import { generate, startService } from '../rig/service.ts';
import { median } from '../rig/statistics.ts';

type Data = Readonly<Record<string, unknown>>;

interface Side {
  readonly version: string;
  readonly data: Data;
}

interface Comparison {
  readonly kind: 'few values' | 'all values' | 'versions';
  readonly templateId: string;
  readonly from: Side;
  readonly to: Side;
}

await measure({ text: '', documents: 40, rounds: 5 }, async ({ text, documents, rounds }) => {
  const templates = [...(await readCatalogue()).values()].flat();
  const comparisons = comparisonsOf(templates).filter(({ templateId }) => templateId.includes(text));
  await using service = await startService();
  await using load = new Load();

  /** @returns processor time of the service in milliseconds */
  const cpuOf = (path: string, bodies: readonly object[]) => async () => {
    const cpu = await countCpu(service.pid);
    const requests = bodies.map((body) => ({ ...generate(service, JSON.stringify(body)), path }));
    await load.rate({ url: service.url, connections: 1, amount: documents, requests });
    return Object.values(await cpu(documents)).reduce((sum, each) => sum + each, 0);
  };
  const seen: { readonly name: string; readonly kind: string; readonly ratio: number }[] = [];
  for (const { kind, templateId, from, to } of comparisons) {
    const sides = {
      plain: cpuOf(
        '/api/v1/documents/generate',
        [from, to].map((side) => ({ templateId, ...side, format: 'docx' })),
      ),
      compared: cpuOf('/api/v1/documents/compare', [{ templateId, from, to }]),
    };
    await warmUp(1, sides);
    const { plain, compared } = await interleave(rounds, sides);
    const name = `${templateId} ${from.version}${kind === 'versions' ? ` to ${to.version}` : ''}, ${kind}`;
    seen.push({ name, kind, ratio: median(ratios(compared, plain)) });
  }
  return {
    figures: [...Map.groupBy(seen, ({ kind }) => kind)].map(([kind, of]) =>
      figureOf(
        `processor time of a comparison of ${kind} / of a Word file`,
        of.map(({ ratio }) => ratio),
        '×',
        { atMost: 2 },
      ),
    ),
    observations: roundAll(Object.fromEntries(seen.map(({ name, ratio }) => [name, ratio]))),
  };
});

function comparisonsOf(templates: readonly Template[]): Comparison[] {
  const side = ({ version }: Template, data: Data): Side => ({ version, data });
  return templates.flatMap((template) => {
    const { templateId, schema, sample } = template;
    const to = side(template, sample);
    const others = templates.filter((other) => other.templateId === templateId && other !== template);
    return [
      { kind: 'few values', templateId, from: side(template, oneInThree(template)), to },
      { kind: 'all values', templateId, from: side(template, minimalData(schema, sample) as Data), to },
      ...others.map((other) => ({
        kind: 'versions' as const,
        templateId,
        from: side(other, other.sample),
        to,
      })),
    ] as const;
  });
}

/** The sample with another value of every third field, as far as the schema takes it. */
function oneInThree({ sample, validate }: Template): Data {
  let data: Data = sample;
  for (const [index, [name, value]] of Object.entries(sample).entries()) {
    if (index % 3 !== 0) continue;
    const other =
      typeof value === 'number' ? value + 1 : typeof value === 'string' ? `${value} Other` : value;
    const changed = { ...data, [name]: other };
    if (validate(changed).valid) data = changed;
  }
  return data;
}
