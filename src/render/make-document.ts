import type { Document, Element } from 'domhandler';
import { markDraft } from '../document/draft.ts';
import { type DocumentFacts, factsOf } from '../document/facts.ts';
import type { FormPlace } from '../document/form-link.ts';
import { insertLabels } from '../document/labels.ts';
import { addLetterhead } from '../document/letterhead.ts';
import { linkBlanks } from '../document/link-blanks.ts';
import { fillMarginTexts } from '../document/margin-texts.ts';
import { type NumberedItem, numberItems } from '../document/numbered-items.ts';
import { setPaper } from '../document/paper.ts';
import { fillReferences } from '../document/references.ts';
import { linkSignatures, tagSignatures } from '../document/signatures.ts';
import { refuseUnlisted } from '../html/allowed/document.ts';
import { DocumentFault } from '../html/document-fault.ts';
import { type GivenSource, GivenValues } from '../html/given.ts';
import { completeHead, parseHtml } from '../html/parse.ts';
import { renderTemplate } from '../language/render-template.ts';
import type { Template } from '../language/template.ts';
import { TemplateError } from '../language/template-error.ts';
import { dataJson } from './data-json.ts';
import type { RenderJob } from './job.ts';

export interface MadeDocument {
  readonly document: Document;
  readonly facts: DocumentFacts;
  /** Its numbered items, with their labels as text. */
  readonly items: ReadonlyMap<Element, NumberedItem>;
  /** The elements that hold given values, when they were requested. */
  readonly given: ReadonlyMap<Element, GivenSource> | undefined;
  /** `data.json`, when it was requested. */
  readonly dataJson: string | undefined;
}

type Look = Pick<RenderJob, 'title' | 'origin'> &
  Partial<Pick<RenderJob, 'paper' | 'letterhead' | 'draft' | 'format' | 'form' | 'signatures' | 'embed'>> & {
    /** A company's own text is tried before it is published. What is published keeps printing as it did. */
    readonly isNew?: boolean;
  };

/**
 * Makes the document that both formats start from. The markup of a company's own text is checked every time, since what
 * it prints depends on the data.
 * @throws TemplateError
 */
export function makeDocument(
  template: Template,
  data: Readonly<Record<string, unknown>>,
  { title, origin, isNew, paper, letterhead, draft, format, form, signatures, embed }: Look,
): MadeDocument {
  const printed = new Set<string>();
  const values = form?.given && format === 'docx' ? new GivenValues() : undefined;
  const html = renderTemplate(template, data, { printed: embed && printed, given: values });
  try {
    const document = parseHtml(html, { refuseStrays: origin === 'global' || isNew });
    const given = values?.wrap(document);
    if (origin === 'custom') refuseUnlisted(document);
    completeHead(document, title);
    fillMarginTexts(document, template.name);
    const items = numberItems(document);
    const references = fillReferences(document, items);
    insertLabels(items);
    if (letterhead !== undefined) addLetterhead(document, letterhead);
    if (paper !== undefined) setPaper(document, paper);
    const fields: FormPlace[] = [];
    if (form !== undefined && format === 'html') linkBlanks(document, form.fields, fields);
    if (signatures === 'fields') linkSignatures(document, fields);
    else if (signatures !== undefined)
      tagSignatures(document, signatures, format === 'docx' ? 'docx' : 'html');
    if (draft && format === 'html') markDraft(document);
    const facts = factsOf(document, items, references, fields);
    return { document, facts, items, given, dataJson: embed && dataJson(data, printed, embed) };
  } catch (error) {
    if (error instanceof DocumentFault)
      throw new TemplateError({ template: template.name }, error.message, { cause: error });
    throw error;
  }
}
