import { type Document, Element } from 'domhandler';
import { type NumberedItem, numberItems } from '../html/numbered-items.ts';
import { Cascade } from './css/cascade.ts';
import { type ComputedStyle, INITIAL_STYLE } from './css/computed-style.ts';
import { readPage } from './css/page.ts';
import { StyleSheet } from './css/style-sheet.ts';
import { marginOf, paddingOf, paragraphFormat } from './model/block-format.ts';
import type { BlockContext } from './model/context.ts';
import { Flow } from './model/flow.ts';
import { spacer } from './model/paragraphs.ts';
import { PLAIN, runFormat } from './model/run-format.ts';
import { Walker } from './model/walker.ts';
import { documentParts, type WordDocument } from './ooxml/document.ts';
import { packageParts } from './ooxml/package.ts';
import { type Survey, surveyDocument } from './survey.ts';

/** Every request for a template brings the same style sheet: parsed once, kept by its text. */
const sheets = new Map<string, StyleSheet>();
const MAX_SHEETS = 50;

/**
 * Converts an HTML document to a Word file (.docx).
 *
 * The way: styles are computed as a browser does (css/), the tree becomes paragraphs and tables (model/), these become
 * the parts of the file (ooxml/).
 *
 * Pure: reads nothing but the tree, fetches nothing, and gives the same bytes for the same tree.
 * @param document as parse5 with parse5-htmlparser2-tree-adapter builds it, with its cross-references filled in
 * @param items its numbered items, where they are known already
 * @throws DocumentFault when elements are nested more than 200 deep: rather no document than one without a clause
 */
export function convertToDocx(
  document: Document,
  items: ReadonlyMap<Element, NumberedItem> = numberItems(document),
): Uint8Array {
  return packageParts(convertToParts(document, items));
}

/** The parts of the Word file, by name, before they are zipped. */
export function convertToParts(
  document: Document,
  items: ReadonlyMap<Element, NumberedItem> = numberItems(document),
): Map<string, string | Uint8Array> {
  return documentParts(layOut(surveyDocument(document), items));
}

function layOut(survey: Survey, items: ReadonlyMap<Element, NumberedItem>): WordDocument {
  const sheet = styleSheet(survey.styles.join('\n'));
  const cascade = new Cascade(sheet);
  const root = survey.html === undefined ? INITIAL_STYLE : cascade.styleOf(survey.html, INITIAL_STYLE);
  const page = readPage(sheet, root);
  const lang = survey.html?.attribs.lang ?? '';
  const bodyStyle = survey.body === undefined ? root : cascade.styleOf(survey.body, root);
  const walker = new Walker(cascade, items, survey.linkedIds);
  const flow = new Flow(() => spacer(bodyStyle));
  const around = outermost(survey, flow, page.width - page.margin.Left - page.margin.Right, root);
  if (survey.body !== undefined) walker.walkBody(survey.body, bodyStyle, around);
  flow.endBody();
  return {
    blocks: flow.blocks,
    lists: walker.lists,
    page,
    ground: paragraphFormat(bodyStyle, {
      left: marginOf(bodyStyle, 'Left', around.width) + paddingOf(bodyStyle, 'Left', around.width),
      right: marginOf(bodyStyle, 'Right', around.width) + paddingOf(bodyStyle, 'Right', around.width),
    }),
    text: runFormat(bodyStyle, PLAIN),
    properties: {
      title: survey.title,
      author: survey.meta.get('author') ?? '',
      subject: survey.meta.get('subject') ?? '',
      description: survey.meta.get('description') ?? '',
      keywords: survey.meta.get('keywords') ?? '',
      lang,
    },
  };
}

function outermost(survey: Survey, flow: Flow, width: number, style: ComputedStyle): BlockContext {
  const inline = { style, decoration: PLAIN, link: undefined };
  return {
    element: survey.body ?? new Element('body', {}),
    style,
    flow,
    left: 0,
    right: 0,
    width,
    names: {},
    item: undefined,
    inline,
  };
}

function styleSheet(css: string): StyleSheet {
  let sheet = sheets.get(css);
  if (sheet === undefined) {
    sheet = new StyleSheet(css);
    const [oldest] = sheets.keys();
    if (sheets.size >= MAX_SHEETS && oldest !== undefined) sheets.delete(oldest);
    sheets.set(css, sheet);
  }
  return sheet;
}
