import type { ComputedStyle } from '../css/computed-style.ts';
import { borderOf, paddingOf } from './block-format.ts';
import type { Builder } from './builder.ts';
import type { BlockContext } from './context.ts';
import { Flow } from './flow.ts';
import type { Borders, Cell } from './model.ts';
import { decorateBlock } from './run-format.ts';
import type { CellSource, PlacedCell, RowSource } from './table-grid.ts';

/** A cell with what is around it. */
export interface CellPlace {
  readonly cell: PlacedCell;
  readonly row: RowSource | undefined;
  readonly table: ComputedStyle;
  /** Name of the table, for the styles of its text. */
  readonly name: string;
  /** Points that the cell is likely to be wide. */
  readonly width: number;
}

/** Lays out a cell's content; a cell always ends in a paragraph. */
export function buildCell(builder: Builder, place: CellPlace, borders: Borders, outer: BlockContext): Cell {
  const { cell, row, table } = place;
  const style = (cell.source ?? cell.above)?.style ?? row?.style ?? table;
  const padding = (side: 'Top' | 'Right' | 'Bottom' | 'Left') => paddingOf(style, side, outer.width);
  const edges = {
    top: padding('Top'),
    right: padding('Right'),
    bottom: padding('Bottom'),
    left: padding('Left'),
  };
  const flow = new Flow(() => builder.spacer(style));
  const context = cellContext(place, flow, outer, style, edges.left + edges.right);
  for (const source of [cell.source, ...cell.overflow]) {
    if (source !== undefined) walkCell(builder, source, context);
  }
  // What someone writes into an empty cell looks like the text of the table.
  if (flow.blocks.length === 0) builder.addParagraph(context, []);
  flow.endCell();
  const shadings = [style, row?.style, row?.section, table].map((each) => each?.backgroundColor ?? 'none');
  return {
    column: cell.column,
    span: cell.span,
    merge: cell.merge,
    blocks: flow.blocks,
    borders,
    padding: (cell.source ?? cell.above) === undefined ? { top: 0, right: 0, bottom: 0, left: 0 } : edges,
    shading: shadings.find((each) => each !== 'none') ?? 'none',
    align: verticalAlignment(style.verticalAlign),
  };
}

function cellContext(
  { cell, row, name, width }: CellPlace,
  flow: Flow,
  outer: BlockContext,
  style: ComputedStyle,
  edges: number,
): BlockContext {
  return {
    element: (cell.source ?? cell.above ?? row)?.element ?? outer.element,
    style,
    flow,
    left: 0,
    right: 0,
    width: Math.max(1, width - edges),
    names: { table: name },
    item: outer.item,
    inline: { style, decoration: decorateBlock(outer.inline.decoration, style), link: undefined },
  };
}

function walkCell(builder: Builder, { element, style }: CellSource, around: BlockContext): void {
  const inline = { ...around.inline, style, decoration: decorateBlock(around.inline.decoration, style) };
  const context = { ...around, element, style, inline };
  builder.noteId(element);
  builder.addGenerated(element, 'before', context, inline);
  builder.walkChildren(element, context, inline);
  builder.addGenerated(element, 'after', context, inline);
  builder.flush(context);
}

function verticalAlignment(value: string): Cell['align'] {
  if (value === 'middle') return 'center';
  return value === 'bottom' ? 'bottom' : 'top';
}

/** The lines around a cell: its own, and where borders collapse those of its row and of the table's edge. */
export function cellBorders(
  place: CellPlace,
  at: { readonly rowIndex: number; readonly rows: number; readonly columns: number },
): Borders {
  const { cell, row, table } = place;
  const own = (cell.source ?? cell.above)?.style;
  const collapsed = table.borderCollapse ? [row?.style] : [];
  const edge = (side: 'Top' | 'Right' | 'Bottom' | 'Left', isOuter: boolean) => {
    const candidates = [
      own,
      ...(side === 'Top' || side === 'Bottom' || isOuter ? collapsed : []),
      isOuter ? table : undefined,
    ];
    for (const style of candidates) {
      const border = style === undefined ? undefined : borderOf(style, side, 0);
      if (border !== undefined) return border;
    }
    return undefined;
  };
  return {
    top: edge('Top', at.rowIndex === 0),
    right: edge('Right', cell.column + cell.span >= at.columns),
    bottom: edge('Bottom', at.rowIndex === at.rows - 1),
    left: edge('Left', cell.column === 0),
  };
}
