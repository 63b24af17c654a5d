import { makeDocument } from '../formats/document/make-document.ts';
import { findLostText } from '../formats/docx/lost-text.ts';
import { DocumentFault } from '../templating/html/document-fault.ts';
import { serializeHtml } from '../templating/html/parse.ts';
import { compareFields, placeAt, refuseMarkup } from '../templating/language/lint/lint.ts';
import type { Template } from '../templating/language/load-template.ts';
import { asOneFault, TemplateError, type TextPlace } from '../templating/language/template-error.ts';
import { placeOfFault } from './fault-place.ts';
import type { Check, CheckJob, Fault, OwnTextCheck, OwnTextJob, RenderJob, TemplateText } from './job.ts';
import type { SharedParts } from './parts.ts';
import type { TemplateCache } from './template-cache.ts';

const QUOTED_CHARACTERS = 60;

/** The texts in which the place of a fault is sought. */
type Sources = Iterable<readonly [name: string, source: string]>;

/**
 * Checks a text of the catalogue and collects all faults, not only the first: of the shared parts, of the text itself,
 * and of the document of each case of data.
 */
export function checkCatalogueText(job: CheckJob, templates: TemplateCache, parts: SharedParts): Check {
  const { name, source } = job.template;
  const sources = new Map([[name, source], ...parts.sources]);
  const found = parts.loadAll();
  try {
    const { template } = templates.load(job.template, 'global');
    refuseMarkup(template, parts);
    const wishes = { title: job.title, origin: 'global' } as const;
    found.push(...tryCases(job, sources, (data) => makeDocument(template, data, wishes)).faults);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    found.push(error);
  }
  const faults = found.flatMap((fault) => [fault, ...fault.others]).map(toFault);
  if (faults.length > 0) return { faults, undeclaredFields: [], unusedFields: [] };
  return { faults, ...compareFields(job.template, job.schema, parts) };
}

/**
 * Tries a company's own text before it is published: checks its parts and, with each case of data, makes both formats,
 * which must have the same text.
 * @throws TemplateError with all that are found
 */
export function checkOwnText(job: OwnTextJob, templates: TemplateCache): OwnTextCheck {
  const { template, parts } = templates.load(job.template, 'custom');
  const sources = sourcesOf(job.template);
  const { made, faults } = tryCases(job, sources, (data) => makeHtml(template, sources, data, job.title));
  if (faults.length > 0) throw asOneFault(faults);
  const { undeclaredFields } = compareFields(template, job.schema, parts);
  return { undeclaredFields, needs: [...template.needs].sort(), documents: made };
}

/**
 * Gives a fault of a document of this text its place in the text, where that is known.
 * @param title of the data that the document is made of
 */
export function withPlace<Made>(text: TemplateText, title: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    throw error instanceof TemplateError ? placed(error, sourcesOf(text), title) : error;
  }
}

/** A company's text, with the parts that the company wrote. */
function sourcesOf({ name, source, parts }: TemplateText): Sources {
  return new Map([
    [name, source],
    ...(parts?.own ?? []).map((part) => [part, parts?.sources.get(part) ?? ''] as const),
  ]);
}

export function toFault({ template, line, column, reason }: TemplateError): Fault {
  return { template, line, column, reason };
}

/** Makes a document of each case of data. The same fault shows with most of them: it is kept with the first one only. */
function tryCases<Made>(
  { cases }: Pick<OwnTextJob, 'cases'>,
  sources: Sources,
  make: (data: RenderJob['data']) => Made,
): { readonly made: readonly Made[]; readonly faults: readonly TemplateError[] } {
  const made: Made[] = [];
  const faults = new Map<string, TemplateError>();
  for (const { title, data } of cases) {
    try {
      made.push(make(data));
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      if (!faults.has(error.message)) faults.set(error.message, placed(error, sources, title));
    }
  }
  return { made, faults: [...faults.values()] };
}

function placed(error: TemplateError, sources: Sources, title: string): TemplateError {
  const { cause } = error;
  const place = cause instanceof DocumentFault ? placeOfFault(cause, sources) : undefined;
  return new TemplateError(place ?? error, `with ${title}: ${error.reason}`);
}

function makeHtml(
  template: Template,
  sources: Sources,
  data: RenderJob['data'],
  title: string,
): OwnTextCheck['documents'][number] {
  const document = makeDocument(template, data, { title, origin: 'custom', isNew: true });
  const lost = findLostText(document);
  if (lost === undefined) return { html: serializeHtml(document.tree), facts: document.facts };
  const words = lost.replace(/\s+/g, ' ');
  const quoted = words.length > QUOTED_CHARACTERS ? `${words.slice(0, QUOTED_CHARACTERS)}…` : words;
  throw new TemplateError(
    placeOfText(template.name, sources, lost),
    `the Word file would lack this text, or have it elsewhere: “${quoted}”; do not hide or move text by a style`,
  );
}

/** The position of a text in the sources, if it occurs there exactly once. */
function placeOfText(template: string, sources: Sources, text: string): { template: string } | TextPlace {
  if (text === '') return { template };
  const found = [...sources].flatMap(([name, source]) => {
    const [first, last] = [source.indexOf(text), source.lastIndexOf(text)];
    return [...new Set([first, last])]
      .filter((index) => index >= 0)
      .map((index) => placeAt(name, source, index));
  });
  return found.length === 1 && found[0] !== undefined ? found[0] : { template };
}
