import { isFields } from '../../../lib/paths.ts';
/**
 * Door of companies' own templates: what a company sends beside a text of its own template in; title, kind, schema, sample and
 * validator, as of a template of the catalogue, or every fault out. What is sent is data, never code. Knows no text.
 */

import type { OwnDefinition } from '../../../../schemas/overrides.ts';
import { BODY_LIMITS } from '../../validation/body-limits.ts';
import { interpretValidator, isPrintable } from '../../validation/validator.ts';
import type { Template } from '../template.ts';
import { FaultList, type SchemaFault } from './faults.ts';
import { readSchema } from './read-schema.ts';

export type { SchemaFault };

type DefinedTemplate = Pick<Template, 'title' | 'kind' | 'schema' | 'sample' | 'validate'>;

const MAX_TITLE = 120;
const SCHEMA_LIMIT_BYTES = 64 * 1024;

/** @returns every fault of what was sent, or the template that it defines */
function readDefinition(
  sent: Partial<OwnDefinition>,
): { readonly template: DefinedTemplate } | { readonly faults: readonly SchemaFault[] } {
  const faults = new FaultList();
  const { title, kind, schema, sample } = sent;
  if (
    typeof title !== 'string' ||
    title.trim() === '' ||
    title.length > MAX_TITLE ||
    /\s\s|[\r\n\t]/.test(title) ||
    !isPrintable(title)
  )
    faults.add(
      'title',
      `it must be the name of the document, in one line of at most ${MAX_TITLE} characters`,
    );
  if (kind !== 'agreement' && kind !== 'policy') faults.add('kind', 'it must be agreement or policy');
  if (!isFields(sample)) faults.add('sample', 'it must be an object: data with a value for every field');
  else if (isDeeper(sample, BODY_LIMITS.depth - 1))
    faults.add('sample', 'it is deeper than a request may be; leave out what the schema does not have');
  if (Buffer.byteLength(JSON.stringify(schema ?? null)) > SCHEMA_LIMIT_BYTES)
    return {
      faults: [
        ...faults.all,
        { path: 'schema', reason: 'it has more than 64 KiB; shorten its descriptions' },
      ],
    };
  const read = readSchema(schema);
  if ('faults' in read) return { faults: [...faults.all, ...read.faults] };
  if (faults.all.length > 0) return { faults: faults.all };
  const validate = interpretValidator(read.schema);
  const verdict = validate(sample);
  if (!verdict.valid) {
    for (const field of verdict.missing) faults.add(`sample.${field}`, 'it is missing, and required');
    for (const { field, message } of verdict.invalid) faults.add(`sample.${field}`, `it ${message}`);
    return { faults: faults.all };
  }
  return { template: { ...(sent as OwnDefinition), schema: read.schema, validate } };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

const defined = new WeakMap<OwnDefinition, DefinedTemplate>();

/** What is wrong with a definition that was sent. */
export function faultsOfDefinition(sent: Partial<OwnDefinition>): readonly SchemaFault[] {
  const read = readDefinition(sent);
  if ('faults' in read) return read.faults;
  defined.set(sent as OwnDefinition, read.template);
  return [];
}

/**
 * The template of a stored definition. It is kept as long as the definition is: caches of definitions bound the memory.
 * @throws Error when this version of the service does not take the definition any more
 */
export function definedTemplate(stored: OwnDefinition): DefinedTemplate {
  const [first] = defined.has(stored) ? [] : faultsOfDefinition(stored);
  const template = defined.get(stored);
  if (template === undefined) throw new Error(`${first?.path}: ${first?.reason}`);
  return template;
}
