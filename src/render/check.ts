import { makeDocument } from '../document/make-document.ts';
import { DocumentFault } from '../html/document-fault.ts';
import { compareFields, refuseMarkup } from '../language/lint/lint.ts';
import { TemplateError } from '../language/template-error.ts';
import { placeOfFault } from './fault-place.ts';
import type { Check, CheckJob, Fault } from './job.ts';
import type { SharedParts } from './parts.ts';
import type { TemplateCache } from './template-cache.ts';

/**
 * Checks a text of the catalogue and collects all faults, not only the first: of the shared parts, of the text itself,
 * and of the document of each case of data.
 */
export function checkTemplate(job: CheckJob, templates: TemplateCache, parts: SharedParts): Check {
  const ofParts = parts.loadAll().flatMap((fault) => [fault, ...fault.others]);
  const faults = [...ofParts.map(toFault), ...textFaults(job, templates, parts)];
  if (faults.length > 0) return { faults, undeclaredFields: [], unusedFields: [] };
  return { faults, ...compareFields(job.template, job.schema, parts) };
}

function textFaults(job: CheckJob, templates: TemplateCache, parts: SharedParts): Fault[] {
  try {
    const { template } = templates.load(job.template, 'global');
    refuseMarkup(template, parts);
    // The same fault shows with most cases of data: it is reported with the first one only.
    const found = new Map<string, Fault>();
    for (const { title, data } of job.cases) {
      try {
        makeDocument(template, data, { title: job.title, origin: 'global' });
      } catch (error) {
        const fault = faultOf(error, job, parts);
        if (!found.has(fault.reason))
          found.set(fault.reason, { ...fault, reason: `with ${title}: ${fault.reason}` });
      }
    }
    return [...found.values()];
  } catch (error) {
    const others = error instanceof TemplateError ? error.others : [];
    return [error, ...others].map((one) => faultOf(one, job, parts));
  }
}

/** Gives a fault of a document its position in the text or part that it comes from, where that is known. */
function faultOf(error: unknown, { template }: CheckJob, parts: SharedParts): Fault {
  if (!(error instanceof TemplateError)) throw error;
  const fault = toFault(error);
  if (fault.line !== undefined || !(error.cause instanceof DocumentFault)) return fault;
  const sources = parts.names().map((name) => [name, parts.sourceOf(name) ?? ''] as const);
  return { ...fault, ...placeOfFault(error.cause, [[template.name, template.source], ...sources]) };
}

function toFault({ template, line, column, reason }: TemplateError): Fault {
  return { template, line, column, reason };
}
