import { escapeXml } from '../../html/xml-text.ts';
import type { Block, ItemNumber, Paragraph } from '../model/model.ts';
import { shownText } from './controls.ts';
import { levelIndents, numberingReference } from './numbering.ts';
import { paragraphPieces, paragraphProperties } from './paragraph-properties.ts';
import { runPieces, runProperties } from './run-properties.ts';
import { type RunScope, runsXml } from './runs.ts';
import type { ParagraphStyle, StyleSet } from './style-set.ts';
import { tableXml } from './tables.ts';

export interface BodyScope extends RunScope {
  readonly styles: StyleSet;
  /** Returns a new number for each bookmark. */
  nextBookmark(): number;
}

export function blocksXml(blocks: readonly Block[], scope: BodyScope): string {
  const write = (inner: readonly Block[]) => blocksXml(inner, scope);
  let heading = '';
  return blocks
    .map((block) => {
      if (block.kind === 'table') return tableXml(block, scope.styles.cellMargins, heading, write);
      if (block.style.outlineLevel !== undefined) heading = shownText(block.runs).trim();
      return paragraphXml(block, scope);
    })
    .join('');
}

function paragraphXml(paragraph: Paragraph, scope: BodyScope): string {
  const style = scope.styles.of(paragraph.style);
  const { number, format } = paragraph;
  const level = number === undefined ? {} : levelIndents(number);
  // The indents of a numbered paragraph come from its list level.
  const base = { ...style.pieces, ...level };
  const pieces = { ...paragraphPieces(format), ...(level.firstLine && { firstLine: level.firstLine }) };
  const properties = paragraphProperties(pieces, base, {
    style: style === scope.styles.normal ? undefined : style.id,
    pageBreakBefore: format.pageBreakBefore,
    numbering:
      number === undefined || isOfStyle(number, style)
        ? undefined
        : numberingReference(number.list, number.level),
    // The height of an empty paragraph comes from the format of its paragraph mark.
    runProperties:
      paragraph.runs.length === 0 ? runProperties(runPieces(paragraph.text), style.text) : undefined,
  });
  return `<w:p>${properties}${bookmarked(paragraph, runsXml(paragraph.runs, style.text, scope), scope)}</w:p>`;
}

/** Whether the style numbers the paragraph by itself. */
function isOfStyle({ list, level }: ItemNumber, style: ParagraphStyle): boolean {
  return list.id === style.number?.list.id && level === style.number.level;
}

function bookmarked(paragraph: Paragraph, xml: string, scope: BodyScope): string {
  let start = '';
  let end = '';
  for (const name of scope.bookmarks.namesOf(paragraph)) {
    const number = scope.nextBookmark();
    start += `<w:bookmarkStart w:id="${number}" w:name="${escapeXml(name)}"/>`;
    end += `<w:bookmarkEnd w:id="${number}"/>`;
  }
  return start + xml + end;
}
