import { escapeXml } from '../../../templating/html/xml-text.ts';
import type { Block, Borders, Cell, Row, Table } from '../model/model.ts';
import { borderElement, SIDES } from './paragraph-properties.ts';
import { twips } from './twips.ts';
import { element } from './xml.ts';

export const TABLE_STYLE = 'DocumentTable';

/** Bits of `w:tblLook` (ISO 29500-1, 17.18.89). */
const FIRST_ROW = 0x0020;
const FIRST_COLUMN = 0x0080;
const NO_BANDS = 0x0600;

type WriteBlocks = (blocks: readonly Block[]) => string;

/**
 * A table of fixed layout: its columns keep their widths until somebody drags them. What screen readers say of it is its
 * caption, and which of its cells are headings.
 * @param caption the heading above it
 * @param margins the cell margins of the table style, as `cellMargins` writes them
 */
export function tableXml(table: Table, margins: string, caption: string, write: WriteBlocks): string {
  const grid = gridTwips(table.grid);
  let rows = '';
  for (const row of table.rows) {
    let cells = '';
    for (const cell of row.cells)
      cells += `<w:tc><w:tcPr>${cellProperties(cell, grid, margins)}</w:tcPr>${write(cell.blocks)}</w:tc>`;
    rows += `<w:tr>${element('w:trPr', rowProperties(row))}${cells}</w:tr>`;
  }
  return (
    `<w:tbl><w:tblPr>${tableProperties(table, grid, caption)}</w:tblPr><w:tblGrid>${gridColumns(grid)}</w:tblGrid>` +
    `${rows}</w:tbl>`
  );
}

/** The children of `w:tblPr`. @param grid as `gridTwips` gives it */
export function tableProperties(table: Table, grid: readonly number[], caption: string): string {
  const total = grid.reduce((sum, each) => sum + each, 0);
  const firstRow = table.rows[0]?.isHeader ? 1 : 0;
  const firstColumn = table.hasRowHeadings ? 1 : 0;
  const look = NO_BANDS + firstRow * FIRST_ROW + firstColumn * FIRST_COLUMN;
  return (
    `<w:tblStyle w:val="${TABLE_STYLE}"/>` +
    (table.rightToLeft ? '<w:bidiVisual/>' : '') +
    tableWidth(table, total) +
    (table.align === 'left' ? '' : `<w:jc w:val="${table.align}"/>`) +
    (table.align === 'left' ? `<w:tblInd w:w="${twips(table.indent)}" w:type="dxa"/>` : '') +
    '<w:tblLayout w:type="fixed"/>' +
    `<w:tblLook w:val="${look.toString(16).padStart(4, '0').toUpperCase()}" w:firstRow="${firstRow}" w:lastRow="0" ` +
    `w:firstColumn="${firstColumn}" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/>` +
    (caption === '' ? '' : `<w:tblCaption w:val="${escapeXml(caption)}"/>`)
  );
}

/** The children of `w:tblGrid`. */
export function gridColumns(grid: readonly number[]): string {
  return grid.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
}

/**
 * The widths of the columns in twips; rounding errors are carried over, so that they add up to the width of the table.
 */
export function gridTwips(grid: readonly number[]): number[] {
  let edge = 0;
  let before = 0;
  return grid.map((width) => {
    edge += width;
    const end = Math.max(before + 1, twips(edge));
    const column = end - before;
    before = end;
    return column;
  });
}

/**
 * A percentage stays a percentage, so that the table follows a change of the page margins. Of a broken one LibreOffice
 * leaves the fraction out, and the table would end before the text.
 */
function tableWidth({ share = Number.POSITIVE_INFINITY }: Table, total: number): string {
  const percent = Math.round(share * 100);
  const isWhole = percent <= 100 && Math.abs(share * 100 - percent) < 0.1;
  return isWhole ? `<w:tblW w:w="${percent * 50}" w:type="pct"/>` : `<w:tblW w:w="${total}" w:type="dxa"/>`;
}

/** The children of `w:trPr`. */
export function rowProperties(row: Row): string {
  return (
    (row.cantSplit ? '<w:cantSplit/>' : '') +
    (row.height > 0 ? `<w:trHeight w:val="${twips(row.height)}" w:hRule="atLeast"/>` : '') +
    (row.isHeader ? '<w:tblHeader/>' : '')
  );
}

/** The children of `w:tcPr`. */
export function cellProperties(cell: Cell, grid: readonly number[], margins: string): string {
  const width = grid.slice(cell.column, cell.column + cell.span).reduce((sum, each) => sum + each, 0);
  const own = cellMargins(cell);
  return (
    `<w:tcW w:w="${width}" w:type="dxa"/>` +
    (cell.span > 1 ? `<w:gridSpan w:val="${cell.span}"/>` : '') +
    (cell.merge === 'none' ? '' : cell.merge === 'start' ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>') +
    cellBorders(cell.borders) +
    (cell.shading === 'none' ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${cell.shading}"/>`) +
    (own === margins ? '' : `<w:tcMar>${own}</w:tcMar>`) +
    (cell.align === 'top' ? '' : `<w:vAlign w:val="${cell.align}"/>`)
  );
}

function cellBorders(borders: Borders): string {
  const lines = SIDES.map((side) =>
    borders[side] === undefined ? '' : borderElement(side, borders[side]),
  ).join('');
  return lines === '' ? '' : `<w:tcBorders>${lines}</w:tcBorders>`;
}

/** The children of `w:tcMar` or `w:tblCellMar`. */
export function cellMargins({ padding }: Cell): string {
  return SIDES.map((side) => `<w:${side} w:w="${twips(padding[side])}" w:type="dxa"/>`).join('');
}
