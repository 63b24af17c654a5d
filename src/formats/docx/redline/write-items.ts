import type { Cell, Paragraph, Row, Table } from '../model/model.ts';
import { type BodyScope, writtenParagraph } from '../ooxml/body.ts';
import { shownText } from '../ooxml/controls.ts';
import { cellProperties, gridColumns, gridTwips, rowProperties, tableProperties } from '../ooxml/tables.ts';
import { bookmarked, type WrittenParagraph, writtenXml } from '../ooxml/written-paragraph.ts';
import { childrenOf, element } from '../ooxml/xml.ts';
import type { Pair } from './align.ts';
import type { CellItem, ContentsItem, Item, ParagraphItem, RowItem, TableItem } from './items.ts';
import { notEndingIn } from './paragraph-end.ts';
import { type TrackedPiece, trackPieces } from './pieces.ts';
import type { Change, Revisions } from './revisions.ts';
import { isUnchanged } from './unchanged.ts';
import { trackedXml } from './write-pieces.ts';

/** How to write each of the two documents, and what is marked in the file that has both. */
export interface RedlineScope {
  readonly from: BodyScope;
  readonly to: BodyScope;
  readonly revisions: Revisions;
}

/**
 * The blocks of a body or cell with their changes.
 * @param contents writes the table of contents
 */
export function itemsXml(
  items: readonly Item[],
  scope: RedlineScope,
  contents: (item: ContentsItem) => string = () => '',
): string {
  const headings = { from: '', to: '' };
  const paragraphs = items.map((item) =>
    item.kind === 'paragraph' ? comparedParagraph(item, scope) : undefined,
  );
  return items
    .map((item, index) => {
      if (item.kind === 'contents') return contents(item);
      if (item.kind === 'table') {
        const between = items[index - 1]?.kind === 'table' ? separator(scope.revisions) : '';
        return between + tableXml(item, headings, scope);
      }
      for (const side of ['from', 'to'] as const) {
        const paragraph = item.content[side];
        if (paragraph?.style.outlineLevel !== undefined) headings[side] = shownText(paragraph.runs).trim();
      }
      const { from, to } = item.content;
      const compared = paragraphs[index];
      if (compared === undefined) return from && to ? unchangedXml(from, to, scope) : '';
      const next = paragraphs[index + 1]?.pieces[0]?.state;
      return paragraphXml({ ...compared, pieces: notEndingIn(next, compared) }, scope);
    })
    .join('');
}

/** @returns undefined for a paragraph that has certainly not changed */
function comparedParagraph(item: ParagraphItem, scope: RedlineScope): ComparedParagraph | undefined {
  const { from, to } = item.content;
  if (item.mark === item.content && from && to && isUnchanged(from, to, scope)) return undefined;
  return compared(written(item, scope));
}

function unchangedXml(from: Paragraph, to: Paragraph, scope: RedlineScope): string {
  const one = writtenParagraph(to, scope.to);
  const names = new Set([...one.bookmarks, ...scope.from.bookmarks.namesOf(from)]);
  return writtenXml({ ...one, bookmarks: [...names] }, scope.to.nextBookmark);
}

function written({ content, mark }: ParagraphItem, scope: RedlineScope): WrittenPair {
  const from = content.from && writtenParagraph(content.from, scope.from);
  const to = content.to && writtenParagraph(content.to, scope.to);
  const markOf = (side: 'from' | 'to', own: WrittenParagraph | undefined): WrittenParagraph | undefined => {
    const paragraph = mark[side];
    if (paragraph === undefined || paragraph === content[side]) return paragraph && own;
    // Writing the content again would count its controls again.
    const { properties, former, markBy } = writtenParagraph({ ...paragraph, runs: [] }, scope[side]);
    const format = paragraph.runs.length === 0 ? writtenParagraph(paragraph, scope[side]).mark : '';
    return { properties, ...(former && { former }), mark: format, markBy, bookmarks: [], pieces: [] };
  };
  return { content: { from, to }, mark: { from: markOf('from', from), to: markOf('to', to) } };
}

/** The content and the mark of a paragraph, as in `ParagraphItem`. */
export interface WrittenPair {
  readonly content: Pair<WrittenParagraph>;
  readonly mark: Pair<WrittenParagraph>;
}

export interface ComparedParagraph {
  readonly mark: Pair<WrittenParagraph>;
  readonly bookmarks: ReadonlySet<string>;
  readonly pieces: readonly TrackedPiece[];
}

export function compared({ content: { from, to }, mark }: WrittenPair): ComparedParagraph {
  const bookmarks = new Set([...(to?.bookmarks ?? []), ...(from?.bookmarks ?? [])]);
  return { mark, bookmarks, pieces: trackPieces(from?.pieces ?? [], to?.pieces ?? []) };
}

type ParagraphScope = Pick<RedlineScope, 'revisions'> & { readonly to: Pick<BodyScope, 'nextBookmark'> };

export function paragraphXml(
  { mark, bookmarks, pieces }: ComparedParagraph,
  { revisions, to }: ParagraphScope,
): string {
  const [now, before] = [mark.to ?? mark.from, mark.from ?? mark.to] as [WrittenParagraph, WrittenParagraph];
  const change = changeOf(mark);
  const markBy = (change === 'deleted' ? mark.from : mark.to)?.markBy;
  const format = revisions.properties('w:rPr', childrenOf(now.mark), childrenOf(before.mark));
  const own = element('w:rPr', (change === undefined ? '' : revisions.mark(change, markBy)) + format);
  const was =
    now.properties === before.properties
      ? ''
      : revisions.change('w:pPr', now.properties, before.former?.() ?? before.properties);
  const properties = element('w:pPr', now.properties + own + was);
  return `<w:p>${properties}${bookmarked([...bookmarks], trackedXml(pieces, revisions), to.nextBookmark)}</w:p>`;
}

function changeOf({ from, to }: Pair<unknown>): Change | undefined {
  if (from === undefined) return 'inserted';
  return to === undefined ? 'deleted' : undefined;
}

/** Stands between a table and another one, which Word would join: a paragraph that neither document has. */
function separator(revisions: Revisions): string {
  const mark = `<w:rPr>${revisions.mark('inserted')}${revisions.mark('deleted')}</w:rPr>`;
  return `<w:p><w:pPr><w:pStyle w:val="TableGap"/>${mark}</w:pPr></w:p>`;
}

type Grids = Pair<readonly number[]>;

function tableXml({ from, to, rows }: TableItem, headings: Pair<string>, scope: RedlineScope): string {
  const { revisions } = scope;
  const grids = { from: from && gridTwips(from.grid), to: to && gridTwips(to.grid) };
  const properties = (side: 'from' | 'to', table: Table | undefined) =>
    table && tableProperties(table, grids[side] ?? [], headings[side] ?? '');
  const columns = (grid: readonly number[] | undefined) => grid && gridColumns(grid);
  return (
    `<w:tbl><w:tblPr>${changed('w:tblPr', { from: properties('from', from), to: properties('to', to) }, revisions)}</w:tblPr>` +
    `<w:tblGrid>${revisions.grid(...nowAndBefore({ from: columns(grids.from), to: columns(grids.to) }))}</w:tblGrid>` +
    `${rows.map((row) => rowXml(row, grids, scope)).join('')}</w:tbl>`
  );
}

function rowXml(row: RowItem, grids: Grids, scope: RedlineScope): string {
  const { revisions } = scope;
  const properties = (one: Row | undefined) => one && rowProperties(one);
  const [now, before] = nowAndBefore({ from: properties(row.from), to: properties(row.to) });
  const change = changeOf(row);
  const own =
    change === undefined
      ? revisions.properties('w:trPr', now, before)
      : now + revisions.mark(change, (row.to ?? row.from)?.by);
  return `<w:tr>${element('w:trPr', own)}${row.cells.map((cell) => cellXml(cell, grids, scope)).join('')}</w:tr>`;
}

function cellXml(cell: CellItem, grids: Grids, scope: RedlineScope): string {
  const properties = (side: 'from' | 'to', one: Cell | undefined) =>
    one && cellProperties(one, grids[side] ?? [], scope.to.styles.cellMargins);
  const own = { from: properties('from', cell.from), to: properties('to', cell.to) };
  return `<w:tc><w:tcPr>${changed('w:tcPr', own, scope.revisions)}</w:tcPr>${itemsXml(cell.items, scope)}</w:tc>`;
}

function changed(name: string, pair: Pair<string>, revisions: Revisions): string {
  return revisions.properties(name, ...nowAndBefore(pair));
}

/** What only one document has does not change. */
function nowAndBefore({ from, to }: Pair<string>): [now: string, before: string] {
  return [to ?? from ?? '', from ?? to ?? ''];
}
