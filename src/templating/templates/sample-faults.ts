import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathAbove } from '../../lib/paths.ts';
import type { SourceFault } from '../../lib/source-fault.ts';
import { joinPath } from '../validation/path.ts';
import { unknownKeys } from '../validation/unknown-keys.ts';
import { jsonPlaces } from './json-places.ts';
import type { Template } from './template.ts';

type Judged = Pick<Template, 'templateId' | 'version' | 'schema' | 'validate'>;

/**
 * Faults of a sample: what its schema refuses, and fields that its schema does not have, which would be ignored in
 * silence.
 * @param file where the data comes from
 * @param json its text, when it is a JSON file
 */
export function sampleFaults(
  { templateId, version, schema, validate }: Judged,
  data: unknown,
  file: string,
  json?: string,
): SourceFault[] {
  const places = json === undefined ? new Map<string, number>() : jsonPlaces(json);
  const fault = (field: string, reason: string, at = field): SourceFault => {
    const index = places.get(at);
    const place = json === undefined || index === undefined ? {} : placeIn(json, index);
    return { file, ...place, reason: `${field} ${reason}` };
  };
  const verdict = validate(data);
  const refused = verdict.valid
    ? []
    : [
        ...verdict.missing.map((field) =>
          fault(field, 'is required, and not there; add it', places.has(field) ? field : pathAbove(field)),
        ),
        ...verdict.invalid.map(({ field, message }) => fault(field, message)),
      ];
  const cure = `is no field of schemas/${templateId}/${version}.ts; correct the name, or add the field there`;
  const unknown = unknownKeys(schema, data).map(({ path, key }) => fault(joinPath([...path, key]), cure));
  return [...refused, ...unknown];
}

/** Checks the sample that a template's definition names, by convention the file sample.json beside it. */
export async function readSample(root: string, template: Template): Promise<SourceFault[]> {
  const file = `schemas/${template.templateId}/sample.json`;
  const json = await readFile(path.join(root, file), 'utf8').catch(() => undefined);
  const isIt = json !== undefined && JSON.stringify(parse(json)) === JSON.stringify(template.sample);
  return isIt
    ? sampleFaults(template, template.sample, file, json)
    : sampleFaults(template, template.sample, `schemas/${template.templateId}/${template.version}.ts`);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function placeIn(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
