import { Element } from 'domhandler';
import type { Cascade } from '../css/cascade.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { resolveDimension } from '../css/values.ts';
import { paddingOf } from './block-format.ts';
import type { CellPlace } from './cells.ts';
import { type Column, columnWidths, widenSpanned } from './column-widths.ts';
import { type BlockContext, textWidth } from './context.ts';
import { keepRow } from './keep.ts';
import { allParagraphs, type Cell, type Row, type Table } from './model.ts';
import { type CellSource, childElements, type PlacedCell, placeCells, type RowSource } from './table-grid.ts';
import { contentWidth } from './text-width.ts';

/** A `<table>` before its cells are filled. Lengths in points. */
export interface TablePlan {
  readonly style: ComputedStyle;
  readonly rows: readonly RowSource[];
  readonly places: readonly (readonly CellPlace[])[];
  readonly columns: readonly Column[];
  readonly available: number;
}

/** @returns undefined for a table without rows */
export function planTable(
  cascade: Cascade,
  element: Element,
  style: ComputedStyle,
  context: BlockContext,
): TablePlan | undefined {
  const rows = readRows(cascade, element, style);
  if (rows.length === 0) return undefined;
  const grid = placeCells(rows);
  const available = textWidth(context);
  const columns: Column[] = Array.from({ length: grid.columns }, () => ({
    wanted: undefined,
    min: 0,
    max: 0,
  }));
  readColumnElements(cascade, element, style, columns);
  const estimates = estimateWidths(columns, grid.rows, style, available);
  const places = grid.rows.map((cells, index) =>
    cells.map((cell): CellPlace => {
      const row = rows[index];
      const own = (cell.source ?? cell.above)?.style ?? row?.style ?? style;
      const width = total(estimates.slice(cell.column, cell.column + cell.span));
      return { cell, row, table: style, width, style: own };
    }),
  );
  return { style, rows, places, columns, available };
}

/** @param cells the filled cells of each row of the plan */
export function tableOf(plan: TablePlan, cells: readonly (readonly Cell[])[], context: BlockContext): Table {
  const { style, rows, places, columns, available } = plan;
  const { width } = style;
  places.forEach((row, index) => {
    measureRow(row, cells[index] ?? [], columns);
  });
  const grid = columnWidths(columns, width, available, style.tableLayout === 'fixed' && width !== 'auto');
  return {
    kind: 'table',
    grid,
    rows: finishRows(cells, rows),
    share: width !== 'auto' && width.unit === '%' ? total(grid) / context.width : undefined,
    indent: context.left,
    align: tableAlignment(style),
    rightToLeft: style.direction === 'rtl',
    hasRowHeadings: rows.some((row) => !row.isHeader && row.cells[0]?.element.name === 'th'),
  };
}

/** Widths of the columns before their content is known: those that are set, and equal shares of the rest. */
function estimateWidths(
  columns: readonly Column[],
  rows: readonly (readonly PlacedCell[])[],
  { width }: ComputedStyle,
  available: number,
): number[] {
  const asked = columns.map((column) => ({ ...column }));
  for (const { source, column, span } of rows.flat()) {
    const only = asked[column];
    if (source === undefined || only === undefined || span > 1 || source.style.width === 'auto') continue;
    const { width: own } = source.style;
    const edges = paddingOf(source.style, 'Left', available) + paddingOf(source.style, 'Right', available);
    only.wanted ??= own.unit === 'pt' ? { unit: 'pt', value: own.value + edges } : own;
  }
  return columnWidths(asked, width === 'auto' ? { unit: 'pt', value: available } : width, available, true);
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}

function finishRows(built: readonly (readonly Cell[])[], sources: readonly RowSource[]): Row[] {
  const rows = built.map((cells, index) => finishRow(withOneTop(cells), sources[index]));
  rows.forEach((row, index) => {
    const next = sources[index + 1]?.style;
    if (sources[index]?.style.breakAfter.startsWith('avoid') || next?.breakBefore.startsWith('avoid'))
      keepRow(row);
  });
  return rows;
}

/**
 * Word begins all cells of a row below the largest of their top margins. So all have the least of them, and what one has
 * beyond it is space above its text.
 */
function withOneTop(cells: readonly Cell[]): Cell[] {
  const written = cells.filter(({ blocks }) => allParagraphs(blocks).some(({ runs }) => runs.length > 0));
  const top = Math.min(...written.map(({ padding }) => padding.top));
  return cells.map((cell) => {
    const [first] = cell.blocks;
    const extra = cell.padding.top - top;
    if (extra <= 0 || cell.align !== 'top' || first?.kind !== 'paragraph') return cell;
    first.format.before += extra;
    return { ...cell, padding: { ...cell.padding, top } };
  });
}

function finishRow(cells: readonly Cell[], row: RowSource | undefined): Row {
  const heights = [row?.style, ...(row?.cells.map((cell) => cell.style) ?? [])].map((style) =>
    style === undefined || style.height === 'auto' ? 0 : resolveDimension(style.height, 0),
  );
  const avoidsBreak = [row?.style, ...(row?.cells.map((cell) => cell.style) ?? [])].some((style) =>
    style?.breakInside.startsWith('avoid'),
  );
  return { cells, isHeader: row?.isHeader ?? false, cantSplit: avoidsBreak, height: Math.max(0, ...heights) };
}

function measureRow(places: readonly CellPlace[], cells: readonly Cell[], columns: readonly Column[]): void {
  places.forEach(({ cell: place }, index) => {
    const cell = cells[index];
    if (cell === undefined || place.source === undefined) return;
    const lines = (cell.borders.left?.width ?? 0) + (cell.borders.right?.width ?? 0);
    const edges = cell.padding.left + cell.padding.right + lines;
    const inner = contentWidth(cell.blocks);
    const content = { min: inner.min + edges, max: inner.max + edges };
    const spanned = columns.slice(place.column, place.column + place.span);
    const only = spanned[0];
    if (spanned.length > 1 || only === undefined) {
      widenSpanned(spanned, content);
      return;
    }
    only.min = Math.max(only.min, content.min);
    only.max = Math.max(only.max, content.max);
    const asked = place.source.style.width;
    if (asked !== 'auto')
      only.wanted ??= asked.unit === 'pt' ? { unit: 'pt', value: asked.value + edges } : asked;
  });
}

function readColumnElements(
  cascade: Cascade,
  table: Element,
  style: ComputedStyle,
  columns: readonly Column[],
): void {
  const groups = childElements(table, 'colgroup');
  const elements = [
    ...childElements(table, 'col'),
    ...groups.flatMap((group) => childElements(group, 'col')),
  ];
  let at = 0;
  for (const element of elements) {
    const { width } = cascade.styleOf(element, style);
    const span = Math.max(1, Number.parseInt(element.attribs.span ?? '1', 10) || 1);
    for (let end = Math.min(at + span, columns.length); at < end; at += 1) {
      const column = columns[at];
      if (column !== undefined && width !== 'auto') column.wanted = width;
    }
  }
}

function tableAlignment(style: ComputedStyle): 'left' | 'center' | 'right' {
  if (style.marginLeft !== 'auto') return 'left';
  return style.marginRight === 'auto' ? 'center' : 'right';
}

const ROW_PARENTS = new Set(['tr', 'thead', 'tbody', 'tfoot']);

function readRows(cascade: Cascade, table: Element, style: ComputedStyle): RowSource[] {
  const rows: RowSource[] = [];
  const add = (
    element: Element,
    parent: ComputedStyle,
    section: ComputedStyle | undefined,
    isHeader: boolean,
  ) => {
    const rowStyle = cascade.styleOf(element, parent);
    if (rowStyle.display === 'none') return;
    const cells = element.children
      .filter(
        (child): child is Element => child instanceof Element && (child.name === 'td' || child.name === 'th'),
      )
      .map((cell): CellSource => ({ element: cell, style: cascade.styleOf(cell, rowStyle) }))
      .filter((cell) => cell.style.display !== 'none');
    rows.push({ element, style: rowStyle, section, isHeader, cells });
  };
  for (const { element: child, isHeader } of sectionsInOrder(table)) {
    if (child.name === 'tr') {
      add(child, style, undefined, false);
      continue;
    }
    const section = cascade.styleOf(child, style);
    if (section.display === 'none') continue;
    for (const row of childElements(child, 'tr')) add(row, section, section, isHeader);
  }
  return rows;
}

/** The sections in the order in which browsers print them: the first `<thead>` first, the first `<tfoot>` last. */
function sectionsInOrder(table: Element): { readonly element: Element; readonly isHeader: boolean }[] {
  const [header] = childElements(table, 'thead');
  const [footer] = childElements(table, 'tfoot');
  const place = (element: Element) => (element === header ? 0 : element === footer ? 2 : 1);
  return table.children
    .filter((child): child is Element => child instanceof Element && ROW_PARENTS.has(child.name))
    .sort((one, other) => place(one) - place(other))
    .map((element) => ({ element, isHeader: element === header }));
}
