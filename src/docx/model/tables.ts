import { Element } from 'domhandler';
import type { ComputedStyle } from '../css/computed-style.ts';
import { type Dimension, parseDimension, resolveDimension } from '../css/values.ts';
import { walkBlock } from './blocks.ts';
import type { Builder } from './builder.ts';
import { buildCell, type CellPlace, cellBorders } from './cells.ts';
import { type Column, columnWidths, widenSpanned } from './column-widths.ts';
import { type BlockContext, textWidth } from './context.ts';
import { keepRow } from './keep.ts';
import type { Cell, Row } from './model.ts';
import { styleNameOf } from './style-names.ts';
import { type CellSource, type PlacedCell, placeCells, type RowSource } from './table-grid.ts';
import { contentWidth } from './text-width.ts';

/** A `<table>`: its caption, then the table itself. */
export function walkTable(
  builder: Builder,
  element: Element,
  style: ComputedStyle,
  context: BlockContext,
): void {
  const captions = childElements(element, 'caption');
  const walkCaptions = (side: 'top' | 'bottom') => {
    for (const caption of captions) {
      const captionStyle = builder.cascade.styleOf(caption, style);
      if ((captionStyle.captionSide === 'bottom') !== (side === 'bottom') || captionStyle.display === 'none')
        continue;
      const kept = { ...captionStyle, breakAfter: side === 'top' ? 'avoid' : captionStyle.breakAfter };
      walkBlock(builder, caption, kept, { ...context, item: undefined }, context.inline);
    }
  };
  walkCaptions('top');
  const rows = readRows(builder, element, style);
  if (rows.length > 0) addTable(builder, element, style, context, rows);
  walkCaptions('bottom');
}

function addTable(
  builder: Builder,
  element: Element,
  style: ComputedStyle,
  context: BlockContext,
  rows: readonly RowSource[],
): void {
  const places = placeCells(rows);
  const name = styleNameOf(element.attribs.class?.trim().split(/\s+/)[0] ?? '') || 'Table';
  const width = widthOf(element, style);
  const available = textWidth(context);
  const guess = (width === 'auto' ? available : resolveDimension(width, available)) / places.columns;
  const columns: Column[] = Array.from({ length: places.columns }, () => ({
    wanted: undefined,
    min: 0,
    max: 0,
  }));
  readColumnElements(builder, element, style, columns);
  const built = places.rows.map((cells, rowIndex) => {
    const source = rows[rowIndex];
    return cells.map((cell) => {
      const place: CellPlace = { cell, row: source, table: style, name, width: guess * cell.span };
      const borders = cellBorders(place, { rowIndex, rows: rows.length, columns: places.columns });
      return buildCell(builder, place, borders, context);
    });
  });
  places.rows.forEach((cells, rowIndex) => {
    measureRow(cells, built[rowIndex] ?? [], columns);
  });
  const isFixed = style.tableLayout === 'fixed' && width !== 'auto';
  const grid = columnWidths(columns, width, available, isFixed);
  context.flow.addTable({
    kind: 'table',
    name,
    grid,
    rows: finishRows(built, rows),
    share: width !== 'auto' && width.unit === '%' ? total(grid) / context.width : undefined,
    indent: context.left,
    align: tableAlignment(style),
    rightToLeft: style.direction === 'rtl',
  });
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}

function finishRows(built: readonly (readonly Cell[])[], sources: readonly RowSource[]): Row[] {
  const rows = built.map((cells, index) => finishRow(cells, sources[index]));
  rows.forEach((row, index) => {
    const next = sources[index + 1]?.style;
    if (sources[index]?.style.breakAfter.startsWith('avoid') || next?.breakBefore.startsWith('avoid'))
      keepRow(row);
  });
  return rows;
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

function measureRow(placed: readonly PlacedCell[], cells: readonly Cell[], columns: Column[]): void {
  placed.forEach((place, index) => {
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
    const asked = widthOf(place.source.element, place.source.style);
    if (asked !== 'auto')
      only.wanted ??= asked.unit === 'pt' ? { unit: 'pt', value: asked.value + edges } : asked;
  });
}

function readColumnElements(builder: Builder, table: Element, style: ComputedStyle, columns: Column[]): void {
  const groups = childElements(table, 'colgroup');
  const elements = [
    ...childElements(table, 'col'),
    ...groups.flatMap((group) => childElements(group, 'col')),
  ];
  let at = 0;
  for (const element of elements) {
    const width = widthOf(element, builder.cascade.styleOf(element, style));
    const span = Math.max(1, Number.parseInt(element.attribs.span ?? '1', 10) || 1);
    for (let end = Math.min(at + span, columns.length); at < end; at += 1) {
      const column = columns[at];
      if (column !== undefined && width !== 'auto') column.wanted = width;
    }
  }
}

/** The width that the style sheet asks for, or else the `width` attribute. */
function widthOf(element: Element, style: ComputedStyle): Dimension | 'auto' {
  if (style.width !== 'auto') return style.width;
  const attribute = element.attribs.width;
  if (attribute === undefined) return 'auto';
  return parseDimension(/^\d+$/.test(attribute) ? `${attribute}px` : attribute, style.fontSize) ?? 'auto';
}

function tableAlignment(style: ComputedStyle): 'left' | 'center' | 'right' {
  if (style.marginLeft !== 'auto') return 'left';
  return style.marginRight === 'auto' ? 'center' : 'right';
}

const ROW_PARENTS = new Set(['tr', 'thead', 'tbody', 'tfoot']);

function readRows(builder: Builder, table: Element, style: ComputedStyle): RowSource[] {
  const rows: RowSource[] = [];
  const add = (
    element: Element,
    parent: ComputedStyle,
    section: ComputedStyle | undefined,
    isHeader: boolean,
  ) => {
    const rowStyle = builder.cascade.styleOf(element, parent);
    if (rowStyle.display === 'none') return;
    const cells = element.children
      .filter(
        (child): child is Element => child instanceof Element && (child.name === 'td' || child.name === 'th'),
      )
      .map((cell): CellSource => ({ element: cell, style: builder.cascade.styleOf(cell, rowStyle) }))
      .filter((cell) => cell.style.display !== 'none');
    rows.push({ element, style: rowStyle, section, isHeader, cells });
  };
  for (const { element: child, isHeader } of sectionsInOrder(table)) {
    if (child.name === 'tr') {
      add(child, style, undefined, false);
      continue;
    }
    const section = builder.cascade.styleOf(child, style);
    if (section.display === 'none') continue;
    for (const row of childElements(child, 'tr')) add(row, section, section, isHeader);
  }
  return rows;
}

/** As browsers print them: the first `<thead>` on top, the first `<tfoot>` at the end, wherever they stand. */
function sectionsInOrder(table: Element): { readonly element: Element; readonly isHeader: boolean }[] {
  const [header] = childElements(table, 'thead');
  const [footer] = childElements(table, 'tfoot');
  const place = (element: Element) => (element === header ? 0 : element === footer ? 2 : 1);
  return table.children
    .filter((child): child is Element => child instanceof Element && ROW_PARENTS.has(child.name))
    .sort((one, other) => place(one) - place(other))
    .map((element) => ({ element, isHeader: element === header }));
}

function childElements(parent: Element, name: string): Element[] {
  return parent.children.filter((child): child is Element => child instanceof Element && child.name === name);
}
