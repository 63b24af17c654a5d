import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Template } from '../templates/catalogue.ts';
import { minimalData } from '../templates/minimal-data.ts';
import { sampleFaults } from '../templates/sample-faults.ts';
import { type SourceFault, unreadable } from '../templates/source-faults.ts';
import { locateJsonFault } from '../validation/json-fault.ts';

export interface Sample {
  /** "complete", "minimal", or the name of its file. */
  readonly name: string;
  /** The part of its data that is in the schema, as for a request. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ReadSamples {
  readonly samples: readonly Sample[];
  readonly faults: readonly SourceFault[];
}

/**
 * Data to show a template with: the requested file, the template's own sample, the minimal data of its schema, and
 * every other JSON file beside the sample. Data with faults is reported and not shown.
 * @param dataFile absolute path
 */
export async function readSamples(
  root: string,
  template: Template,
  dataFile: string | undefined,
): Promise<ReadSamples> {
  const { templateId, schema, sample } = template;
  const folder = path.join(root, 'schemas', templateId);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== 'sample.json');
  const beside = names.toSorted().map((name) => readFileSample(root, template, path.join(folder, name)));
  const others = await Promise.all(beside);
  const asked = dataFile === undefined ? [] : [await readFileSample(root, template, dataFile)];
  const own = [
    { name: 'complete', data: template.validate(sample) },
    { name: 'minimal', data: template.validate(minimalData(schema, sample)) },
  ].flatMap(({ name, data }) => (data.valid ? [{ name, data: data.value }] : []));
  return {
    samples: [...asked.flatMap((one) => one.samples), ...own, ...others.flatMap((one) => one.samples)],
    faults: [...asked, ...others].flatMap((one) => one.faults),
  };
}

async function readFileSample(root: string, template: Template, file: string): Promise<ReadSamples> {
  const shown = path.relative(root, file);
  const refused = (fault: SourceFault) => ({ samples: [], faults: [fault] });
  const json = await readFile(file, 'utf8').catch((error) => unreadable(shown, error));
  if (typeof json !== 'string') return refused(json);
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch {
    const reason = 'this is not valid JSON; look for a comma or a quotation mark';
    return refused({ file: shown, ...locateJsonFault(json), reason });
  }
  const verdict = template.validate(data);
  return {
    samples: verdict.valid ? [{ name: path.basename(file), data: verdict.value }] : [],
    faults: sampleFaults(template, data, shown, json),
  };
}
