import { LRUCache } from 'lru-cache';
import { remembered } from '../../lib/remembered.ts';
import { wordMarginStyle } from '../document/margins.ts';
import type { DocumentModel, Margins } from '../document/model.ts';
import { controlsOf } from './controls-of.ts';
import { Cascade } from './css/cascade.ts';
import { ACCENT_MARK } from './css/colors.ts';
import { type ComputedStyle, INITIAL_STYLE } from './css/computed-style.ts';
import { type MarginBoxes, type PageSetup, readPage } from './css/page.ts';
import { StyleSheet } from './css/style-sheet.ts';
import { allParagraphs, type Block } from './model/model.ts';
import type { Revision } from './model/revision.ts';
import { Walker } from './model/walker.ts';
import { Bookmarks } from './ooxml/bookmarks.ts';
import { type Additions, documentParts, marginLines, type WordDocument } from './ooxml/document.ts';
import { packageParts } from './ooxml/package.ts';
import type { NowOf } from './redline/items.ts';
import { redlineParts } from './redline/redline.ts';
import { styleSetOf } from './style-set-of.ts';
import { surveyDocument } from './survey.ts';

/**
 * Parsed style sheets by their text: almost every request for a template brings the same one. With the styles of its
 * documents, one of 8 K characters takes 0.7 MB.
 */
const sheets = new LRUCache<string, StyleSheet>({
  max: 40,
  maxSize: 512 * 1_024,
  // An empty text has a size too.
  sizeCalculation: (_, css) => css.length + 1,
});

/** The page, with empty margins, by the style of the root element, which no other style sheet has, and the sheet of the margins. */
const pages = new WeakMap<ComputedStyle, WeakMap<StyleSheet, PageSetup>>();

/**
 * Converts a document to a Word file (.docx), in three steps: styles are computed as a browser does (css/), the
 * tree becomes paragraphs and tables (model/), and these become the parts of the file (ooxml/). A pure function: reads
 * nothing but the document, gives the same bytes for the same document, and knows no template and no process.
 */
export function convertToDocx(document: DocumentModel): Uint8Array {
  return packageParts(convertToParts(document));
}

/** The parts of the Word file by name, before they are zipped. */
export function convertToParts(document: DocumentModel): Map<string, string | Uint8Array> {
  return inColour(documentParts(layOut(document), additionsOf(document)), document);
}

/**
 * Compares two documents of the same options: a Word file with the changes from the one to the other, tracked. It has the
 * styles, properties and embedded data of `to`.
 */
export function convertToRedline(from: DocumentModel, to: DocumentModel, revision: Revision): Uint8Array {
  return packageParts(inColour(redlineParts(layOut(from), layOut(to), additionsOf(to), revision), to));
}

/** The blocks of a document, and what they have become. */
export interface Edited {
  readonly from: readonly Block[];
  readonly to: readonly Block[];
  readonly nowOf: NowOf;
}

/**
 * A Word file with the changes that somebody made in a document, tracked.
 * @param edit takes the blocks of the document; both results may share paragraphs with it
 * @param revision of changes that the runs do not say another author of
 */
export function convertToEdited(
  document: DocumentModel,
  edit: (blocks: readonly Block[]) => Edited,
  revision: Revision,
): Uint8Array {
  const exact = layOut(document);
  const { from, to, nowOf } = edit(exact.blocks);
  const parts = redlineParts(
    { ...exact, blocks: from },
    { ...exact, blocks: to },
    additionsOf(document),
    revision,
    nowOf,
  );
  return packageParts(inColour(parts, document));
}

export function blocksOf(document: DocumentModel): readonly Block[] {
  return layOut(document).blocks;
}

/** Finds the bookmarks to which a reference or link in these blocks leads, by the id and text of its link. */
export function bookmarksIn(blocks: readonly Block[]): (id: string, text: string) => readonly string[] {
  const bookmarks = new Bookmarks(allParagraphs(blocks));
  return (id, text) =>
    bookmarks.referenceParts(id, text)?.flatMap((part) => (part.kind === 'field' ? part.bookmark : [])) ??
    [bookmarks.nameOf(id) ?? []].flat();
}

/** What a document has besides its text. */
export interface Surroundings {
  /** The texts of its headers and footers, without their fields. */
  readonly margins: readonly { readonly edge: 'top' | 'bottom'; readonly text: string }[];
  /** The bytes of its pictures. */
  readonly pictures: readonly Uint8Array[];
}

export function surroundingsOf(document: DocumentModel): Surroundings {
  const laidOut = layOut(document);
  const margins = marginLines(laidOut, { draft: false }).map(({ edge, line }) => ({
    edge,
    text: line.pieces.map((piece) => (piece.kind === 'text' ? piece.text : ' ')).join(''),
  }));
  const pictures = allParagraphs(laidOut.blocks).flatMap(({ runs }) =>
    runs.flatMap(({ content }) => (content.kind === 'picture' ? [content.picture.data] : [])),
  );
  return { margins, pictures };
}

function additionsOf({
  options: { draft, toc, wordMode },
  dataJson,
  contentsPages,
}: DocumentModel): Additions {
  return { draft, dataJson, toc, wordMode, contentsPages };
}

/** @returns the parts with the colour in place of its mark */
function inColour(
  parts: Map<string, string | Uint8Array>,
  { accent, origin }: DocumentModel,
): Map<string, string | Uint8Array> {
  // A text of the catalogue has the mark by a letterhead only.
  if (accent === undefined && origin === 'global') return parts;
  const colour = accent?.slice(1).toUpperCase() ?? '000000';
  for (const [name, content] of parts) {
    if (!name.endsWith('.xml')) continue;
    const text = typeof content === 'string' ? content : Buffer.from(content).toString();
    // A part without the mark stays the same object, which is compressed only once.
    if (text.includes(ACCENT_MARK)) parts.set(name, text.replaceAll(ACCENT_MARK, colour));
  }
  return parts;
}

function layOut(document: DocumentModel): WordDocument {
  const { template, items, margins, properties, options, origin } = document;
  const controls = options.fillable === 'none' ? undefined : controlsOf(document);
  const survey = surveyDocument(document.tree);
  const sheet = styleSheet(survey.styles.join('\n'), origin);
  const cascade = new Cascade(sheet);
  const root = survey.html === undefined ? { ...INITIAL_STYLE } : cascade.styleOf(survey.html, INITIAL_STYLE);
  const marginSheet = styleSheet(wordMarginStyle(margins), 'global');
  const ofRoot = remembered(pages, root, () => new WeakMap());
  const empty = remembered(ofRoot, marginSheet, () => readPage([...sheet.pages, ...marginSheet.pages], root));
  const page = withMargins(empty, margins);
  const lang = survey.html?.attribs.lang ?? '';
  const styles = styleSetOf(sheet, lang, page);
  const walker = new Walker(cascade, items, survey.linkedIds, styles.lists, controls);
  return {
    blocks: survey.body === undefined ? [] : walker.layOut(survey.body, root, page),
    lists: walker.lists,
    page,
    styles,
    properties: { ...properties, at: options.at, lang, template },
  };
}

/**
 * A sheet that a company wrote is not kept for the next document: styles would then fill the memory that all companies
 * share.
 */
function styleSheet(css: string, origin: DocumentModel['origin']): StyleSheet {
  const known = sheets.get(css);
  if (known !== undefined) return known;
  const sheet = new StyleSheet(css);
  if (origin === 'global') sheets.set(css, sheet);
  return sheet;
}

/** Writes the texts of the margins into the boxes that the style sheet has for them. */
function withMargins(page: PageSetup, margins: Margins): PageSetup {
  const fill = (boxes: MarginBoxes): MarginBoxes => {
    const filled = new Map(boxes);
    for (const [name, text] of margins) {
      const box = filled.get(name);
      if (box !== undefined) filled.set(name, { ...box, content: [{ kind: 'text', text }] });
    }
    return filled;
  };
  const { boxes, firstPageBoxes } = page;
  return { ...page, boxes: fill(boxes), firstPageBoxes: firstPageBoxes && fill(firstPageBoxes) };
}
