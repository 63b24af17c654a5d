import type { Document, Element } from 'domhandler';
import type { Form } from '../html/fields.ts';
import type { GivenSource } from '../html/given.ts';
import { type NumberedItem, numberItems } from '../html/numbered-items.ts';
import { controlsOf } from './controls.ts';
import { Cascade } from './css/cascade.ts';
import { INITIAL_STYLE } from './css/computed-style.ts';
import { readPage } from './css/page.ts';
import { StyleSheet } from './css/style-sheet.ts';
import { layOutBody } from './lay-out-body.ts';
import { withMarginTexts } from './margin-texts.ts';
import type { Control } from './model/model.ts';
import { Walker } from './model/walker.ts';
import { type Additions, documentParts, type WordDocument } from './ooxml/document.ts';
import { packageParts } from './ooxml/package.ts';
import { styleSetOf } from './style-set-of.ts';
import { type Survey, surveyDocument } from './survey.ts';

/**
 * Parsed style sheets by their text, the last used one at the end: every request for a template brings the same one,
 * but for the colour of the company. With the styles of its documents, each takes 0.7 MB.
 */
const sheets = new Map<string, StyleSheet>();
const MAX_SHEETS = 20;

/** What can be filled in or edited in the file; nothing without a form. */
interface FormAdditions {
  readonly form?: Form | undefined;
  /** The elements with given values, where those can be edited. */
  readonly given?: ReadonlyMap<Element, GivenSource> | undefined;
}

/**
 * Converts an HTML document to a Word file (.docx), in three steps: styles are computed as a browser does (css/), the
 * tree becomes paragraphs and tables (model/), and these become the parts of the file (ooxml/). A pure function: reads
 * nothing but the tree, and gives the same bytes for the same tree.
 * @param document as parse5 with parse5-htmlparser2-tree-adapter builds it, with its cross-references filled in
 * @param items its numbered items, if the caller has them already
 * @param template the `<templateId>/<version>` for the properties of the file
 * @param additions optional content of the file, besides the document
 * @throws DocumentFault for a nesting depth of more than 200, since a document must not lose a clause
 */
export function convertToDocx(
  document: Document,
  items: ReadonlyMap<Element, NumberedItem> = numberItems(document),
  template = '',
  additions: Additions & FormAdditions = {},
): Uint8Array {
  return packageParts(convertToParts(document, items, template, additions));
}

/** The parts of the Word file by name, before they are zipped. */
export function convertToParts(
  document: Document,
  items: ReadonlyMap<Element, NumberedItem> = numberItems(document),
  template = '',
  additions: Additions & FormAdditions = {},
): Map<string, string | Uint8Array> {
  const { form, given } = additions;
  const controls = form && controlsOf(document, form, given);
  return documentParts(layOut(surveyDocument(document), items, template, controls), additions);
}

function layOut(
  survey: Survey,
  items: ReadonlyMap<Element, NumberedItem>,
  template: string,
  controls: ReadonlyMap<Element, Control> | undefined,
): WordDocument {
  const sheet = styleSheet(survey.styles.join('\n'));
  const cascade = new Cascade(sheet);
  const root = survey.html === undefined ? INITIAL_STYLE : cascade.styleOf(survey.html, INITIAL_STYLE);
  const page = withMarginTexts(readPage(sheet, root), survey.meta);
  const lang = survey.html?.attribs.lang ?? '';
  const styles = styleSetOf(sheet, lang, page);
  const walker = new Walker(cascade, items, survey.linkedIds, styles.lists, controls);
  return {
    blocks: survey.body === undefined ? [] : layOutBody(walker, survey.body, cascade, root, page),
    lists: walker.lists,
    page,
    styles,
    properties: {
      title: survey.title,
      author: survey.meta.get('author') ?? '',
      subject: survey.meta.get('subject') ?? '',
      description: survey.meta.get('description') ?? '',
      keywords: survey.meta.get('keywords') ?? '',
      lang,
      template,
    },
  };
}

function styleSheet(css: string): StyleSheet {
  const sheet = sheets.get(css) ?? new StyleSheet(css);
  sheets.delete(css);
  sheets.set(css, sheet);
  const [oldest] = sheets.keys();
  if (sheets.size > MAX_SHEETS && oldest !== undefined) sheets.delete(oldest);
  return sheet;
}
