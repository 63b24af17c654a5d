import type { Document, Element } from 'domhandler';
import { LRUCache } from 'lru-cache';
import { type NumberedItem, numberItems } from '../document/numbered-items.ts';
import { controlsOf, type WordForm } from './controls.ts';
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
 * Parsed style sheets by their text: every request for a template brings the same one, but for the colour of the
 * company. With the styles of its documents, one of 8 K characters takes 0.7 MB.
 */
const sheets = new LRUCache<string, StyleSheet>({
  max: 20,
  maxSize: 512 * 1_024,
  // An empty text has a size too.
  sizeCalculation: (_, css) => css.length + 1,
});

interface FormAdditions {
  readonly form?: WordForm | undefined;
}

interface Caching {
  /**
   * Whether to keep the style sheet for the next document: not if a company wrote it, because styles would then fill
   * the memory that all companies share.
   */
  readonly keepStyles?: boolean;
}

/**
 * Converts an HTML document to a Word file (.docx), in three steps: styles are computed as a browser does (css/), the
 * tree becomes paragraphs and tables (model/), and these become the parts of the file (ooxml/). A pure function: reads
 * nothing but the tree, gives the same bytes for the same tree, and knows no template and no process.
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
  additions: Additions & FormAdditions & Caching = {},
): Uint8Array {
  return packageParts(convertToParts(document, items, template, additions));
}

/** The parts of the Word file by name, before they are zipped. */
export function convertToParts(
  document: Document,
  items: ReadonlyMap<Element, NumberedItem> = numberItems(document),
  template = '',
  additions: Additions & FormAdditions & Caching = {},
): Map<string, string | Uint8Array> {
  const { form, keepStyles = false } = additions;
  const controls = form && controlsOf(form);
  const survey = surveyDocument(document);
  const sheet = styleSheet(survey.styles.join('\n'), keepStyles);
  return documentParts(layOut(survey, sheet, items, template, controls), additions);
}

function layOut(
  survey: Survey,
  sheet: StyleSheet,
  items: ReadonlyMap<Element, NumberedItem>,
  template: string,
  controls: ReadonlyMap<Element, Control> | undefined,
): WordDocument {
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

function styleSheet(css: string, keep: boolean): StyleSheet {
  const known = sheets.get(css);
  if (known !== undefined) return known;
  const sheet = new StyleSheet(css);
  if (keep) sheets.set(css, sheet);
  return sheet;
}
