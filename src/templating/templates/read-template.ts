import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TSchema } from '@sinclair/typebox';
import type { TemplateDefinition } from '../../../schemas/template.ts';
import { isFields } from '../../lib/paths.ts';
import type { SourceFault } from '../../lib/source-fault.ts';
import { checkSchema, compileValidator } from '../validation/validator.ts';
import { fieldFaults } from './field-faults.ts';
import { readSample } from './sample-faults.ts';
import { unreadable } from './source-faults.ts';
import type { Template } from './template.ts';

interface ReadTemplate {
  /** Undefined when the faults leave no template to use. */
  readonly template: Template | undefined;
  readonly faults: readonly SourceFault[];
}

export interface ReadOptions {
  /**
   * Whether to compile the schema and validate the sample too. Compiling takes up to 20 ms, and can wait for the first
   * use.
   */
  readonly check: boolean;
  /** For whoever reads changed definitions again (src/start/preview): which reading of the modules of schemas/ this is. */
  readonly revision?: number;
}

/**
 * Reads one version of a template: its text `templates-html/<key>.njk` and its definition `schemas/<key>.ts`.
 * @param root the folder of both
 * @param key `<templateId>/<version>`
 */
export async function readTemplate(
  root: string,
  key: string,
  { check, revision }: ReadOptions,
): Promise<ReadTemplate> {
  const [templateId = '', version = ''] = key.split('/');
  const text = `templates-html/${key}.njk`;
  const file = `schemas/${key}.ts`;
  const [source, module] = await Promise.allSettled([
    readFile(path.join(root, text), 'utf8'),
    import(pathToFileURL(path.join(root, file)).href + (revision ? `?revision=${revision}` : '')) as Promise<{
      default?: Partial<TemplateDefinition>;
    }>,
  ]);
  if (source.status === 'rejected') return refused(unreadable(text, source.reason));
  if (module.status === 'rejected') return refused(notLoaded(root, file, module.reason));
  const { default: definition = {} } = module.value;
  const lacking = lackOf(definition);
  if (lacking !== undefined) return refused({ file, reason: lacking });
  const { title, kind, changes, data: schema, sample } = definition as TemplateDefinition;
  const validate = compileValidator(schema);
  const fault = check ? await schemaFault(root, file, schema) : undefined;
  if (fault !== undefined) return refused(fault);
  const template: Template = {
    ...{ templateId, version, title, kind, changes, origin: 'global', source: source.value },
    ...{ schema, sample, validate },
  };
  return {
    template,
    faults: check
      ? [...(await textsOfFields(root, file, schema)), ...(await readSample(root, template))]
      : [],
  };
}

async function textsOfFields(root: string, file: string, schema: TSchema): Promise<SourceFault[]> {
  const faults = fieldFaults(schema).map(async ({ field, reason }) => {
    const line = await lineOf(root, file, field.split('.').at(-1));
    return { file, line, reason: `the field ${field} ${reason}` };
  });
  return Promise.all(faults);
}

function refused(...faults: readonly SourceFault[]): ReadTemplate {
  return { template: undefined, faults };
}

/** Node's message may name the file that is at fault; tsc names its line too. */
function notLoaded(root: string, file: string, { message }: Error): SourceFault {
  const told = message
    .replaceAll(`file://${root}/`, '')
    .replaceAll(`${root}/`, '')
    .replaceAll(/\?revision=\d+/g, '');
  return { file, reason: `it cannot be loaded: ${told}; "npm run typecheck" names the line` };
}

function lackOf({ title, kind, data, sample }: Partial<TemplateDefinition>): string | undefined {
  if (typeof title !== 'string' || title.trim() === '') return missing('title, the name of the document');
  if (kind !== 'agreement' && kind !== 'policy') return missing("kind, which is 'agreement' or 'policy'");
  if (data?.type !== 'object' || data.properties === undefined) return missing('data, made by object({ … })');
  if (!isFields(sample)) return missing('sample, an object that fills every field');
  return undefined;
}

function missing(what: string): string {
  return `export default { title, kind, data, sample }: it lacks ${what}`;
}

/** Ajv's message names the field at fault. */
async function schemaFault(
  root: string,
  file: string,
  schema: TemplateDefinition['data'],
): Promise<SourceFault | undefined> {
  try {
    checkSchema(schema);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    const field = /properties\/(\w+)/.exec(message)?.[1];
    const line = await lineOf(root, file, field);
    const name = field === undefined ? 'data' : `the field ${field}`;
    return { file, line, reason: `${name} is not valid JSON Schema: ${message}` };
  }
}

/** A schema most likely names a field at the start of a line, unless it takes it from a shared file. */
async function lineOf(root: string, file: string, field: string | undefined): Promise<number | undefined> {
  if (field === undefined) return undefined;
  const lines = (await readFile(path.join(root, file), 'utf8')).split('\n');
  const index = lines.findIndex((line) => new RegExp(`^\\s*${field}\\b`).test(line));
  return index < 0 ? undefined : index + 1;
}
