import type { FieldSchema } from '../language/lint/lint.ts';
import { TemplateError } from '../language/template-error.ts';
import type { Printer } from '../pdf/printer.ts';
import type { Renderer } from '../render/renderer.ts';
import type { Template } from '../templates/catalogue.ts';
import type { SourceFault } from '../templates/source-faults.ts';
import { unreadableParts } from '../templates/unreadable-parts.ts';
import { readAfresh } from './read-afresh.ts';
import { readSamples, type Sample } from './samples.ts';

export interface ShownDocument {
  readonly pdf: Uint8Array;
  readonly docx: Uint8Array;
}

/** A template as its files were at one moment. */
export interface Revision {
  readonly title: string;
  readonly faults: readonly SourceFault[];
  /** Probable mistakes, which are accepted. */
  readonly warnings: readonly SourceFault[];
  /** Documents by name of the sample; while there are faults, the last ones that could be made. */
  readonly documents: ReadonlyMap<string, ShownDocument>;
}

export interface Subject {
  /** The folder of templates-html/ and schemas/. */
  readonly root: string;
  /** `<templateId>/<version>` */
  readonly key: string;
  readonly dataFile: string | undefined;
}

/** The tools that make documents. */
export interface Tools {
  readonly renderer: Renderer;
  readonly printer: Printer;
}

/** Makes the documents of a template from its current files, as the service does. */
export async function makeRevision(
  { root, key, dataFile }: Subject,
  tools: Tools,
  last: Revision | undefined,
  signal: AbortSignal,
): Promise<Revision> {
  const { template, ...read } = await readAfresh(root, key);
  const faults = [...read.faults, ...(await unreadableParts(root))];
  const before = last?.documents ?? new Map<string, ShownDocument>();
  if (template === undefined) return { title: last?.title ?? key, faults, warnings: [], documents: before };
  const { samples, ...data } = await readSamples(root, template, dataFile);
  const checked = await check(template, samples, tools.renderer, signal);
  const found = [...checked.faults, ...faults, ...data.faults];
  const documents = new Map<string, ShownDocument>();
  for (const sample of samples) {
    const made = await make(template, sample, tools, signal).catch((error) => {
      // The check has reported the faults of the text, with their lines.
      if (!(error instanceof TemplateError)) found.push(failure(template, sample, error));
      return before.get(sample.name);
    });
    if (made !== undefined) documents.set(sample.name, made);
  }
  return {
    title: template.title,
    faults: found,
    warnings: checked.warnings,
    documents: documents.size > 0 ? documents : before,
  };
}

async function make(
  template: Template,
  { data }: Sample,
  { renderer, printer }: Tools,
  signal: AbortSignal,
): Promise<ShownDocument> {
  const { body: html, facts } = await renderer.renderHtml(template, data, { signal });
  const { body: docx } = await renderer.renderDocx(template, data, { signal });
  const { bytes: pdf } = await printer.printPdf({ html, facts, origin: 'global' }, { signal });
  return { pdf, docx };
}

interface Checked {
  readonly faults: readonly SourceFault[];
  readonly warnings: readonly SourceFault[];
}

async function check(
  template: Template,
  samples: readonly Sample[],
  renderer: Renderer,
  signal: AbortSignal,
): Promise<Checked> {
  const cases = samples.map(({ name, data }) => ({ title: `the data “${name}”`, data }));
  const schema = template.schema as FieldSchema;
  const found = await renderer.check(template, { schema, cases }, { signal });
  const unknown = found.undeclaredFields.map(({ field, line, column }) => ({
    ...{ file: textOf(template), line, column },
    reason: `the schema has no field ${field}, so that it is always absent here; correct the name, or add it there`,
  }));
  const unused = found.unusedFields.map((field) => ({
    file: `schemas/${template.templateId}/${template.version}.ts`,
    reason: `the text does not use the field ${field}; print it, or take it out`,
  }));
  return {
    faults: found.faults.map(({ template: file, ...fault }) => ({
      ...fault,
      file: `templates-html/${file}`,
    })),
    warnings: [...unknown, ...unused],
  };
}

function failure(template: Template, { name }: Sample, error: unknown): SourceFault {
  return { file: textOf(template), reason: `with the data “${name}”: ${(error as Error).message}` };
}

function textOf({ templateId, version }: Template): string {
  return `templates-html/${templateId}/${version}.njk`;
}
