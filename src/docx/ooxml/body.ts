import type { Block, Paragraph } from '../model/model.ts';
import { escapeXml } from '../text.ts';
import type { NumberingPart } from './numbering.ts';
import { paragraphPieces, paragraphProperties } from './paragraph-properties.ts';
import { runPieces, runProperties } from './run-properties.ts';
import { type RunScope, runsXml } from './runs.ts';
import type { StyleSet } from './style-set.ts';
import type { TableStyles } from './table-styles.ts';
import { tableXml } from './tables.ts';

export interface BodyScope extends RunScope {
  readonly styles: StyleSet;
  readonly tableStyles: TableStyles;
  readonly numbering: NumberingPart;
  /** Gives every bookmark its number. */
  nextBookmark(): number;
}

export function blocksXml(blocks: readonly Block[], scope: BodyScope): string {
  const write = (inner: readonly Block[]) => blocksXml(inner, scope);
  return blocks
    .map((block) =>
      block.kind === 'table'
        ? tableXml(block, scope.tableStyles.of(block), write)
        : paragraphXml(block, scope),
    )
    .join('');
}

function paragraphXml(paragraph: Paragraph, scope: BodyScope): string {
  const style = scope.styles.of(paragraph);
  const { number } = paragraph;
  const level = number === undefined ? {} : scope.numbering.indents(number);
  // The indents of a numbered paragraph are those of its list level; its label hangs as that says.
  const base = { ...style.pieces, ...level };
  const pieces = {
    ...paragraphPieces(paragraph.format),
    ...(level.firstLine && { firstLine: level.firstLine }),
  };
  const properties = paragraphProperties(pieces, base, {
    style: style === scope.styles.normal ? undefined : style.id,
    pageBreakBefore: paragraph.format.pageBreakBefore,
    // Said here too, although the style says it: not every program looks for numbers in styles.
    numbering: number === undefined ? undefined : scope.numbering.reference(number.list, number.level),
    // An empty paragraph is as high as the format of its mark says.
    runProperties:
      paragraph.runs.length === 0 ? runProperties(runPieces(paragraph.text), style.text) : undefined,
  });
  return `<w:p>${properties}${bookmarked(paragraph, runsXml(paragraph.runs, style.text, scope), scope)}</w:p>`;
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
