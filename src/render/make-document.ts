import type { Document, Element } from 'domhandler';
import { refuseUnlisted } from '../html/allowed/document.ts';
import { DocumentFault } from '../html/document-fault.ts';
import { insertLabels } from '../html/labels.ts';
import { type NumberedItem, numberItems } from '../html/numbered-items.ts';
import { completeHead, parseHtml } from '../html/parse.ts';
import { fillReferences } from '../html/references.ts';
import { renderTemplate } from '../language/render-template.ts';
import type { Template } from '../language/template.ts';
import { TemplateError } from '../language/template-error.ts';
import type { RenderJob } from './job.ts';

export interface MadeDocument {
  readonly document: Document;
  /** Its numbered items, which have their labels as text. */
  readonly items: ReadonlyMap<Element, NumberedItem>;
}

/**
 * The finished document, as both formats take it. A company's own text is held to what may stand in a document every
 * time: what it prints depends on the data.
 * @throws TemplateError
 */
export function makeDocument(
  template: Template,
  data: Readonly<Record<string, unknown>>,
  { title, origin }: Pick<RenderJob, 'title' | 'origin'>,
): MadeDocument {
  const html = renderTemplate(template, data);
  try {
    const document = parseHtml(html);
    if (origin === 'custom') refuseUnlisted(document);
    completeHead(document, title);
    const items = numberItems(document);
    fillReferences(document, items);
    insertLabels(items);
    return { document, items };
  } catch (error) {
    if (error instanceof DocumentFault)
      throw new TemplateError({ template: template.name }, error.message, { cause: error });
    throw error;
  }
}
