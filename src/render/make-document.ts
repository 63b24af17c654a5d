import type { Document } from 'domhandler';
import { DocumentFault } from '../html/document-fault.ts';
import { insertLabels } from '../html/labels.ts';
import { numberItems } from '../html/numbered-items.ts';
import { completeHead, parseHtml } from '../html/parse.ts';
import { fillReferences } from '../html/references.ts';
import { renderTemplate } from './template/render-template.ts';
import type { Template } from './template/template.ts';
import { TemplateError } from './template/template-error.ts';

/**
 * The finished document, as both formats take it.
 * @throws TemplateError
 */
export function makeDocument(
  template: Template,
  data: Readonly<Record<string, unknown>>,
  title: string,
): Document {
  const html = renderTemplate(template, data);
  try {
    const document = parseHtml(html);
    completeHead(document, title);
    const items = numberItems(document);
    fillReferences(document, items);
    insertLabels(items);
    return document;
  } catch (error) {
    if (error instanceof DocumentFault) throw new TemplateError({ template: template.name }, error.message);
    throw error;
  }
}
