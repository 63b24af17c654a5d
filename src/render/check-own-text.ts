import { makeDocument } from '../document/make-document.ts';
import { findLostText } from '../docx/lost-text.ts';
import { DocumentFault } from '../html/document-fault.ts';
import { serializeHtml } from '../html/parse.ts';
import { compareFields, placeAt } from '../language/lint/lint.ts';
import type { Template } from '../language/load-template.ts';
import { asOneFault, type Place, TemplateError } from '../language/template-error.ts';
import { placeOfFault } from './fault-place.ts';
import type { OwnTextCheck, OwnTextJob } from './job.ts';
import type { TemplateCache } from './template-cache.ts';

const QUOTED_CHARACTERS = 60;

/**
 * Tries a company's own text before it is published: checks its parts and, with each case of data, makes both formats,
 * which must have the same text.
 * @throws TemplateError with all that are found
 */
export function checkOwnText(job: OwnTextJob, templates: TemplateCache): OwnTextCheck {
  const { source } = job.template;
  const { template, parts } = templates.load(job.template, 'custom');
  const documents: OwnTextCheck['documents'][number][] = [];
  // The same fault shows with most cases of data: it is reported with the first one only.
  const faults = new Map<string, TemplateError>();
  for (const { title, data } of job.cases) {
    try {
      documents.push(makeHtml(template, source, data, job.title));
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      if (!faults.has(error.message)) faults.set(error.message, placed(error, job.template, title));
    }
  }
  if (faults.size > 0) throw asOneFault([...faults.values()]);
  const { undeclaredFields } = compareFields(template, job.schema, parts);
  return { undeclaredFields, needs: [...template.needs].sort(), documents };
}

/**
 * Gives a fault of a document of this text its place in the text, where that is known.
 * @param title of the data that the document is made of
 */
export function withPlace<Made>(template: OwnTextJob['template'], title: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    throw error instanceof TemplateError ? placed(error, template, title) : error;
  }
}

function placed(
  error: TemplateError,
  { name, source }: OwnTextJob['template'],
  title: string,
): TemplateError {
  const { cause } = error;
  const place = cause instanceof DocumentFault ? placeOfFault(cause, [[name, source]]) : undefined;
  return new TemplateError(place ?? error, `with ${title}: ${error.reason}`);
}

function makeHtml(
  template: Template,
  source: string,
  data: OwnTextJob['cases'][number]['data'],
  title: string,
): OwnTextCheck['documents'][number] {
  const document = makeDocument(template, data, { title, origin: 'custom', isNew: true });
  const lost = findLostText(document);
  if (lost === undefined) return { html: serializeHtml(document.tree), facts: document.facts };
  const words = lost.replace(/\s+/g, ' ');
  const quoted = words.length > QUOTED_CHARACTERS ? `${words.slice(0, QUOTED_CHARACTERS)}…` : words;
  throw new TemplateError(
    placeOfText(template.name, source, lost),
    `the Word file would lack this text, or have it elsewhere: “${quoted}”; do not hide or move text by a style`,
  );
}

/** The position of a text in the source, if it occurs there exactly once. */
function placeOfText(template: string, source: string, text: string): { template: string } | Place {
  const index = text === '' ? -1 : source.indexOf(text);
  const isOnly = index >= 0 && source.indexOf(text, index + 1) < 0;
  return isOnly ? placeAt(template, source, index) : { template };
}
