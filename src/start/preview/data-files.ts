import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SourceFault } from '../../lib/source-fault.ts';
import type { Case } from '../../templating/templates/cases.ts';
import type { Template } from '../../templating/templates/catalogue.ts';
import { sampleFaults } from '../../templating/templates/sample-faults.ts';
import { unreadable } from '../../templating/templates/source-faults.ts';
import { placeIn, scanJson } from '../../templating/validation/scan-json.ts';

export interface DataFiles {
  readonly asked: readonly Case[];
  /** The data of the other JSON files beside the sample. */
  readonly beside: readonly Case[];
  readonly faults: readonly SourceFault[];
}

/**
 * Reads data to show a template with, beside its own sample. Data with faults is reported and not shown.
 * @param dataFile absolute path of the file that was asked for
 */
export async function readDataFiles(
  root: string,
  template: Template,
  dataFile: string | undefined,
): Promise<DataFiles> {
  const folder = path.join(root, 'schemas', template.templateId);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== 'sample.json');
  const files = names.toSorted().map((name) => readDataFile(root, template, path.join(folder, name)));
  const beside = await Promise.all(files);
  const asked = dataFile === undefined ? [] : [await readDataFile(root, template, dataFile)];
  return {
    asked: asked.flatMap(({ cases }) => cases),
    beside: beside.flatMap(({ cases }) => cases),
    faults: [...asked, ...beside].flatMap(({ faults }) => faults),
  };
}

interface DataFile {
  readonly cases: readonly Case[];
  readonly faults: readonly SourceFault[];
}

async function readDataFile(root: string, template: Template, file: string): Promise<DataFile> {
  const shown = path.relative(root, file);
  const refused = (fault: SourceFault) => ({ cases: [], faults: [fault] });
  const json = await readFile(file, 'utf8').catch((error) => unreadable(shown, error));
  if (typeof json !== 'string') return refused(json);
  const bytes = Buffer.from(json);
  const { fault } = scanJson(bytes);
  if (fault !== undefined) {
    const reason = 'this is not valid JSON; look for a comma or a quotation mark';
    return refused({ file: shown, ...placeIn(bytes, fault), reason });
  }
  const data: unknown = JSON.parse(json);
  const verdict = template.validate(data);
  const name = path.basename(file);
  return {
    cases: verdict.valid ? [{ id: `file ${name}`, title: name, data: verdict.value }] : [],
    faults: sampleFaults(template, data, shown, json),
  };
}
