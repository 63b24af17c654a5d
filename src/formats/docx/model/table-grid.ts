import { Element } from 'domhandler';
import type { ComputedStyle } from '../css/computed-style.ts';

/** Word's maximum number of columns of a table; also the maximum of `colspan` and `rowspan`. */
const MAX_COLUMNS = 63;

/** A `<tr>`, with its style and that of its section. */
export interface RowSource {
  readonly element: Element;
  readonly style: ComputedStyle;
  readonly section: ComputedStyle | undefined;
  readonly isHeader: boolean;
  readonly cells: readonly CellSource[];
}

export interface CellSource {
  readonly element: Element;
  readonly style: ComputedStyle;
}

export interface PlacedCell {
  /** Undefined if the source has no cell at this position. */
  readonly source: CellSource | undefined;
  /** The cell of an earlier row that spans this position, if any. */
  readonly above: CellSource | undefined;
  readonly column: number;
  readonly span: number;
  readonly merge: 'none' | 'start' | 'continued';
  /** Cells beyond the last column; their content is added to this cell. */
  readonly overflow: CellSource[];
}

/** A cell with a `rowspan`, and the number of rows that it still spans. */
interface Running {
  rows: number;
  readonly span: number;
  readonly source: CellSource;
}

/** Places the cells of all rows on the grid. In the result, every row fills every column. */
export function placeCells(rows: readonly RowSource[]): {
  readonly columns: number;
  readonly rows: PlacedCell[][];
} {
  const running: Running[] = [];
  const placed = rows.map((row, index) => placeRow(row, running, rows.length - index));
  const columns = Math.max(
    1,
    ...placed.map((cells) => cells.reduce((end, cell) => Math.max(end, cell.column + cell.span), 0)),
  );
  for (const cells of placed) fillRow(cells, columns);
  return { columns, rows: placed };
}

/** @param running by first column: the cells of earlier rows that span this row */
function placeRow(row: RowSource, running: Running[], rowsLeft: number): PlacedCell[] {
  const cells: PlacedCell[] = [];
  let column = 0;
  const continueFromAbove = () => {
    for (let above = running[column]; above !== undefined && above.rows > 0; above = running[column]) {
      above.rows -= 1;
      cells.push({
        source: undefined,
        above: above.source,
        column,
        span: above.span,
        merge: 'continued',
        overflow: [],
      });
      column += above.span;
    }
  };
  for (const source of row.cells) {
    continueFromAbove();
    if (column >= MAX_COLUMNS) {
      overflowInto(cells, source);
      continue;
    }
    const span = freeSpan(running, column, colspanOf(source.element));
    const down = Math.min(rowspanOf(source.element), rowsLeft);
    cells.push({ source, above: undefined, column, span, merge: down > 1 ? 'start' : 'none', overflow: [] });
    running[column] = { rows: down - 1, span, source };
    column += span;
  }
  while (
    column < MAX_COLUMNS &&
    running.slice(column).some((above) => above !== undefined && above.rows > 0)
  ) {
    continueFromAbove();
    if (running.slice(column).some((above) => above !== undefined && above.rows > 0)) {
      cells.push(emptyCell(column));
      column += 1;
    }
  }
  return cells;
}

function overflowInto(cells: PlacedCell[], source: CellSource): void {
  const last = cells.at(-1);
  if (last === undefined) return;
  if (last.source !== undefined) last.overflow.push(source);
  else cells[cells.length - 1] = { ...last, source, merge: 'none' };
}

/** Reduces a `colspan` so that the cell does not overlap a cell of an earlier row. */
function freeSpan(
  running: readonly ({ rows: number } | undefined)[],
  column: number,
  wanted: number,
): number {
  const most = Math.min(wanted, MAX_COLUMNS - column);
  for (let span = 1; span < most; span += 1) if ((running[column + span]?.rows ?? 0) > 0) return span;
  return most;
}

function fillRow(cells: PlacedCell[], columns: number): void {
  const end = cells.reduce((reach, cell) => Math.max(reach, cell.column + cell.span), 0);
  for (let column = end; column < columns; column += 1) {
    cells.push(emptyCell(column));
  }
}

function emptyCell(column: number): PlacedCell {
  return { source: undefined, above: undefined, column, span: 1, merge: 'none', overflow: [] };
}

function colspanOf({ attribs }: Element): number {
  const span = Number.parseInt(attribs.colspan ?? '1', 10);
  return span >= 1 ? Math.min(span, MAX_COLUMNS) : 1;
}

/** `rowspan="0"` spans all remaining rows of the table. */
function rowspanOf({ attribs }: Element): number {
  const span = Number.parseInt(attribs.rowspan ?? '1', 10);
  return span >= 0 ? Math.min(span || MAX_COLUMNS, MAX_COLUMNS) : 1;
}

export function childElements(parent: Element, name: string): Element[] {
  return parent.children.filter((child): child is Element => child instanceof Element && child.name === name);
}
