import type { Block, NumberedList, Paragraph } from '../model/model.ts';
import { shownText } from './controls.ts';
import { levelIndents, NO_NUMBER, numberingReference } from './numbering.ts';
import { differingProperties, paragraphPieces } from './paragraph-properties.ts';
import { runPieces, runProperties } from './run-properties.ts';
import { piecesOf, type RunScope } from './runs.ts';
import type { ParagraphStyle, StyleSet } from './style-set.ts';
import { tableXml } from './tables.ts';
import { type WrittenParagraph, writtenXml } from './written-paragraph.ts';

export interface BodyScope extends RunScope {
  readonly styles: StyleSet;
  /** Of a document in a file with the lists and styles of another one. */
  readonly guest?: Guest;
  /** Returns a new number for each bookmark. */
  nextBookmark(): number;
}

interface Guest {
  /** What each of its lists is in the file. */
  readonly lists: ReadonlyMap<NumberedList, NumberedList>;
  readonly styles: StyleSet;
}

export function blocksXml(blocks: readonly Block[], scope: BodyScope): string {
  const write = (inner: readonly Block[]) => blocksXml(inner, scope);
  let heading = '';
  let xml = '';
  for (const block of blocks) {
    if (block.kind === 'table') {
      xml += tableXml(block, scope.styles.cellMargins, heading, write);
      continue;
    }
    if (block.style.outlineLevel !== undefined) heading = shownText(block.runs).trim();
    xml += writtenXml(writtenParagraph(block, scope), scope.nextBookmark);
  }
  return xml;
}

export function writtenParagraph(paragraph: Paragraph, scope: BodyScope): WrittenParagraph {
  const style = scope.styles.of(paragraph.style);
  // The language of a guest is no format of its own: the file has that of the other document.
  const own = scope.guest?.styles.of(paragraph.style).text;
  const text = own === undefined ? style.text : { ...style.text, lang: own.lang };
  const { number, format, runs } = paragraph;
  const level = number === undefined ? {} : levelIndents(number);
  // The indents of a numbered paragraph come from its list level.
  const base = number === undefined ? style.pieces : { ...style.pieces, ...level };
  const pieces = paragraphPieces(format);
  if (level.firstLine) pieces.firstLine = level.firstLine;
  const numbering = numberingOf(paragraph, style, scope);
  const properties = (numPr: string | undefined) =>
    differingProperties(pieces, base, {
      style: style === scope.styles.normal ? undefined : style.id,
      pageBreakBefore: format.pageBreakBefore,
      numbering: numPr,
    });
  return {
    properties: properties(numbering.isOfStyle ? undefined : numbering.numPr),
    former: () => properties(numbering.numPr),
    // The height of an empty paragraph comes from the format of its paragraph mark.
    mark: runs.length === 0 ? runProperties(runPieces(paragraph.text), text) : '',
    markBy: paragraph.markBy,
    bookmarks: scope.bookmarks.namesOf(paragraph),
    pieces: piecesOf(runs, text, scope),
  };
}

interface Numbering {
  /** Undefined for a paragraph without a number or bullet. */
  readonly numPr: string | undefined;
  /** Whether the style gives it the same. */
  readonly isOfStyle: boolean;
}

function numberingOf(
  { number, style: name }: Paragraph,
  style: ParagraphStyle,
  { guest }: BodyScope,
): Numbering {
  if (number === undefined) {
    const isForeign = guest !== undefined && guest.styles.of(name).number === undefined;
    return { numPr: style.number !== undefined && isForeign ? NO_NUMBER : undefined, isOfStyle: false };
  }
  const list = guest?.lists.get(number.list) ?? number.list;
  const isOfStyle = list.id === style.number?.list.id && number.level === style.number.level;
  return { numPr: numberingReference(list, number.level), isOfStyle };
}
