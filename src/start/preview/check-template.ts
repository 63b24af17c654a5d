import type { SourceFault } from '../../lib/source-fault.ts';
import type { Renderer } from '../../render/renderer.ts';
import type { Case } from '../../templating/templates/cases.ts';
import type { Template } from '../../templating/templates/catalogue.ts';

export interface Checked {
  readonly faults: readonly SourceFault[];
  /** Probable mistakes, which are accepted. */
  readonly warnings: readonly SourceFault[];
}

/** Checks a text of the files with data, as a start does. @throws as `Renderer.check` */
export async function checkTemplate(
  renderer: Renderer,
  template: Template,
  cases: readonly Case[],
  signal: AbortSignal,
): Promise<Checked> {
  const { templateId, version, schema } = template;
  const subject = { schema, cases: cases.map(({ title, data }) => ({ title: `the data “${title}”`, data })) };
  const found = await renderer.check(template, subject, { signal });
  const unknown = found.undeclaredFields.map(({ field, suggestion, line, column }) => ({
    ...{ file: `templates-html/${templateId}/${version}.njk`, line, column },
    reason: `the schema has no field ${field}, so that it is always absent here; add it there, or correct the name${suggestion}`,
  }));
  const unused = found.unusedFields.map((field) => ({
    file: `schemas/${templateId}/${version}.ts`,
    reason: `the text does not use the field ${field}; print it, or take it out`,
  }));
  const faults = found.faults.map(({ template: file, ...fault }) => ({
    ...fault,
    file: `templates-html/${file}`,
  }));
  return { faults, warnings: [...unknown, ...unused] };
}
