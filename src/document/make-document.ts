import type { Document, Element } from 'domhandler';
import { refuseUnlisted } from '../html/allowed/document.ts';
import { DocumentFault } from '../html/document-fault.ts';
import { type GivenSource, GivenValues } from '../html/given.ts';
import { completeHead, parseHtml } from '../html/parse.ts';
import { renderTemplate } from '../language/render-template.ts';
import type { Template } from '../language/template.ts';
import { TemplateError } from '../language/template-error.ts';
import { type Blank, findBlanks } from './blanks.ts';
import { type DataToEmbed, dataJson } from './data-json.ts';
import { markDraft } from './draft.ts';
import { type DocumentFacts, factsOf } from './facts.ts';
import type { Form } from './fields.ts';
import type { FormPlace } from './form-link.ts';
import { insertLabels } from './labels.ts';
import { addLetterhead, type Letterhead } from './letterhead.ts';
import { linkBlanks } from './link-blanks.ts';
import { addMarginStyle, fillMarginTexts } from './margin-texts.ts';
import { type NumberedItem, numberItems } from './numbered-items.ts';
import { type Paper, setPaper } from './paper.ts';
import { fillReferences } from './references.ts';
import { linkSignatures, tagSignatures } from './signatures.ts';
import type { SignatureProvider } from './text-tags.ts';

/** A document, before it gets a format. */
export interface DocumentModel {
  readonly tree: Document;
  /** Its numbered items, with their labels as text. */
  readonly items: ReadonlyMap<Element, NumberedItem>;
  /** In document order. */
  readonly blanks: readonly Blank[];
  /** The elements that hold given values, when they were requested. */
  readonly given: ReadonlyMap<Element, GivenSource> | undefined;
  readonly facts: DocumentFacts;
  /** `data.json`, when it was requested. */
  readonly dataJson: string | undefined;
}

/** What a document needs beside its template and data. */
export interface DocumentOptions {
  /** The document's title, used when the template sets none. */
  readonly title: string;
  /** `global` for a text of the catalogue, `custom` for a company's own, which is not trusted. */
  readonly origin: 'global' | 'custom';
  /** The format to prepare the document for; `blanks` and none: only what both have. */
  readonly format?: 'html' | 'docx' | 'blanks';
  /** Overrides the paper size of the text. */
  readonly paper?: Paper | undefined;
  /** From the profile of the company that requests the document. */
  readonly letterhead?: Letterhead | undefined;
  /** Whether to print DRAFT across every page. */
  readonly draft?: boolean;
  /** Requests form fields (PDF) or content controls (Word). */
  readonly form?: Form | undefined;
  /** What to put on the signature lines: signature fields (PDF only), or the text tags of a provider. */
  readonly signatures?: 'fields' | SignatureProvider | undefined;
  /** Requests `data.json`. */
  readonly embed?: DataToEmbed | undefined;
  /** A company's own text is tried before it is published. What is published keeps printing as it did. */
  readonly isNew?: boolean;
}

/**
 * Makes the document that both formats start from. The markup of a company's own text is checked every time, since what
 * it prints depends on the data.
 * @throws TemplateError
 */
export function makeDocument(
  template: Template,
  data: Readonly<Record<string, unknown>>,
  { title, origin, isNew, paper, letterhead, draft, format, form, signatures, embed }: DocumentOptions,
): DocumentModel {
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
    let blanks = findBlanks(document, form?.fields);
    if (form !== undefined && format === 'html') linkBlanks(blanks, fields);
    if (signatures === 'fields') linkSignatures(blanks, fields);
    else if (signatures !== undefined)
      blanks = tagSignatures(blanks, signatures, format === 'docx' ? 'docx' : 'html');
    const facts = factsOf(document, items, references, fields);
    if (format === 'html') addMarginStyle(document);
    if (format === 'html' && draft) markDraft(document);
    return {
      ...{ tree: document, items, blanks, given, facts },
      dataJson: embed && dataJson(data, printed, embed),
    };
  } catch (error) {
    if (error instanceof DocumentFault)
      throw new TemplateError({ template: template.name }, error.message, { cause: error });
    throw error;
  }
}
