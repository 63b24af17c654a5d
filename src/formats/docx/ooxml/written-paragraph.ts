import { escapeXml } from '../../../templating/html/xml-text.ts';
import type { Revision } from '../model/revision.ts';
import { type Piece, piecesXml } from './pieces.ts';
import { element } from './xml.ts';

/** A paragraph whose properties are XML, and whose content is not joined yet. */
export interface WrittenParagraph {
  /** The children of `w:pPr`, without the format of the paragraph mark. */
  readonly properties: string;
  /** The same as what a paragraph was: with its number, also where that is from its style, which LibreOffice needs. */
  readonly former?: () => string;
  /** The format of the paragraph mark: a `w:rPr`, or "". */
  readonly mark: string;
  /** Of a comparison: who deleted or inserted the mark. */
  readonly markBy?: Revision | undefined;
  /** Names of the bookmarks around its content. */
  readonly bookmarks: readonly string[];
  readonly pieces: readonly Piece[];
}

/** The `w:p`. @param nextBookmark returns a new number for each bookmark */
export function writtenXml(paragraph: WrittenParagraph, nextBookmark: () => number): string {
  const properties = element('w:pPr', paragraph.properties + paragraph.mark);
  return `<w:p>${properties}${bookmarked(paragraph.bookmarks, piecesXml(paragraph.pieces), nextBookmark)}</w:p>`;
}

export function bookmarked(names: readonly string[], xml: string, nextBookmark: () => number): string {
  let start = '';
  let end = '';
  for (const name of names) {
    const number = nextBookmark();
    start += `<w:bookmarkStart w:id="${number}" w:name="${escapeXml(name)}"/>`;
    end += `<w:bookmarkEnd w:id="${number}"/>`;
  }
  return start + xml + end;
}
