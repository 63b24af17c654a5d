/**
 * Door of the document: a compiled template, data and a request in, one value out (model.ts), which both formats start
 * from. Whatever a format needs to know about a document is a property of that value. Knows no format but what each of
 * them asks for, and no file, process or company.
 */

import type { Document } from 'domhandler';
import { DEFAULT_OPTIONS } from '../../../schemas/shared/default-options.ts';
import type { Paper } from '../../../schemas/shared/paper.ts';
import { refuseLongWords, refuseUnlisted } from '../../templating/html/allowed/allow-list.ts';
import { DocumentFault } from '../../templating/html/document-fault.ts';
import { parseHtml } from '../../templating/html/parse.ts';
import { addToHead, completeHead, readHead } from '../../templating/html/tree.ts';
import { GivenMarks } from '../../templating/language/given.ts';
import type { Template } from '../../templating/language/load-template.ts';
import { Origins } from '../../templating/language/origins.ts';
import { renderTemplate } from '../../templating/language/render-template.ts';
import { TemplateError } from '../../templating/language/template-error.ts';
import { fieldsIn, fieldsOf, findBlanks, refuseTooMany } from './blanks.ts';
import { addContents } from './contents.ts';
import { dataJson } from './data-json.ts';
import { markDraft } from './draft.ts';
import { factsOf, noFacts, propertiesOf } from './facts.ts';
import type { FormPlace } from './form-link.ts';
import { wrapGiven } from './given.ts';
import { insertLabels } from './labels.ts';
import { ACCENT, addLetterhead } from './letterhead.ts';
import { linkBlanks } from './link-blanks.ts';
import { linkFields } from './link-fields.ts';
import { addMarginStyle, marginsOf } from './margins.ts';
import type { DocumentModel, DocumentRequest } from './model.ts';
import { numberItems } from './numbered-items.ts';
import { fillReferences } from './references.ts';
import { linkSignatures, tagSignatures } from './signatures.ts';
import { linkTerms } from './terms.ts';
import { linkWords, locateWords } from './word-origins.ts';

/** The parser counts from it; a second one has no effect. */
const DOCTYPE = '<!doctype html>';

/**
 * Makes a document. The markup of a company's own text is checked every time, since what it prints depends on the data.
 * @throws TemplateError
 */
export function makeDocument(
  template: Template,
  data: Readonly<Record<string, unknown>>,
  request: DocumentRequest,
): DocumentModel {
  const { origin, format, options = DEFAULT_OPTIONS, fields = new Map(), identity, denied = [] } = request;
  const printed = options.embedData ? new Set<string>() : undefined;
  const marksGiven = request.linksFields || (options.fillable === 'all' && format === 'docx');
  const marks = marksGiven ? new GivenMarks({ tellsApart: request.linksFields === true }) : undefined;
  const origins = request.linksOrigins ? new Origins() : undefined;
  const html = renderTemplate(template, data, { printed, given: marks, origins });
  try {
    const isOurs = origin === 'global';
    const source = origins?.takeOut(`${DOCTYPE}${html}`);
    const locates = source !== undefined;
    const tree = parseHtml(source?.html ?? html, { isOurs, locates, refuseStrays: isOurs || request.isNew });
    const words = source && locateWords(tree, source);
    const given = marks && wrapGiven(tree, marks, fields);
    if (origin === 'custom') refuseUnlisted(tree);
    if (request.isNew) refuseLongWords(tree);
    // A link to a definition, which nobody sees, would be in the way of those of its words.
    if (words === undefined) linkTerms(tree, given);
    const document = completeDocument(tree, template.name.replace(/\.njk$/, ''), request);
    if (request.linksFields) linkFields(given ?? new Map(), document.blanks);
    const table = origins && words && linkWords(tree, words, origins);
    return {
      ...document,
      originTable: table && JSON.stringify(table),
      given: given ?? document.given,
      contentsPages: request.contentsPages,
      dataJson: printed && identity && dataJson(data, printed, denied, identity),
    };
  } catch (error) {
    if (error instanceof DocumentFault)
      throw new TemplateError({ template: template.name }, error.message, { cause: error });
    throw error;
  }
}

/**
 * The fields that a document would print as blanks, each once, in document order. A text of the catalogue is only filled in; a
 * company's own may have a fault that only these data show, so its document is made.
 * @throws TemplateError as `makeDocument`
 */
export function findBlankFields(
  template: Template,
  data: Readonly<Record<string, unknown>>,
  request: Pick<DocumentRequest, 'title' | 'origin'>,
): readonly string[] {
  return request.origin === 'custom'
    ? makeDocument(template, data, request).blankFields
    : fieldsIn(renderTemplate(template, data));
}

/**
 * Makes a document of a tree that a template printed: numbers, references, letterhead, form fields, margins.
 * @param template as "supplier-agreement/1.0.0"
 * @throws DocumentFault
 */
export function completeDocument(
  tree: Document,
  template: string,
  { title, origin, format, options = DEFAULT_OPTIONS, letterhead, fields, identity }: DocumentRequest,
): DocumentModel {
  const { paper, fillable, signatures, draft, toc } = options;
  completeHead(tree, title);
  const head = readHead(tree);
  const properties = propertiesOf(head, identity);
  const margins = marginsOf(head, template, letterhead?.footer);
  const items = numberItems(tree);
  const references = fillReferences(tree, items);
  insertLabels(items);
  if (letterhead !== undefined)
    addLetterhead(tree, letterhead, format === 'docx' ? ACCENT : letterhead.accentColour);
  if (paper !== undefined) setPaper(tree, paper);
  const places: FormPlace[] = [];
  let blanks = findBlanks(tree, fields);
  if (origin === 'custom') refuseTooMany(blanks);
  if (fillable !== 'none' && format === 'html') linkBlanks(blanks, places);
  if (signatures === 'fields') linkSignatures(blanks, places);
  else if (signatures !== 'lines')
    blanks = tagSignatures(blanks, signatures, format === 'docx' ? 'docx' : 'html');
  const contents = toc && format === 'html' ? addContents(tree, items) : [];
  const facts =
    format === 'docx' ? noFacts(properties) : factsOf(tree, items, references, properties, places, contents);
  if (format === 'html') addMarginStyle(tree, margins);
  if (draft && format === 'html') markDraft(tree);
  return {
    ...{ template, origin, options, tree, items, blanks, properties, margins, facts },
    blankFields: fieldsOf(blanks),
    accent: letterhead?.accentColour,
    given: new Map(),
    dataJson: undefined,
  };
}

/** Sets the paper size of a document, for both formats. Margins, headers and footers stay as they are. */
function setPaper(document: Document, paper: Paper): void {
  // The last `size` wins.
  addToHead(document, 'style', `@page { size: ${paper} }`);
}
