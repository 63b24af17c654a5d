import type { ComputedStyle, Side } from '../css/computed-style.ts';
import { borderOf, paddingOf } from './block-format.ts';
import type { BlockContext } from './context.ts';
import type { Flow } from './flow.ts';
import type { Block, Borders, Cell } from './model.ts';
import { decorateBlock } from './run-format.ts';
import type { PlacedCell, RowSource } from './table-grid.ts';

export interface CellPlace {
  readonly cell: PlacedCell;
  readonly row: RowSource | undefined;
  readonly table: ComputedStyle;
  /** The cell's style; that of the row or table if the source has no cell here. */
  readonly style: ComputedStyle;
  /** Estimated width of the cell, in points. */
  readonly width: number;
}

const NO_PADDING = { top: 0, right: 0, bottom: 0, left: 0 };

/** @param outerWidth width of the block that contains the table, in points; percentages refer to it */
function paddings(style: ComputedStyle, outerWidth: number): Cell['padding'] {
  const padding = (side: Side) => paddingOf(style, side, outerWidth);
  return { top: padding('Top'), right: padding('Right'), bottom: padding('Bottom'), left: padding('Left') };
}

export function finishCell(
  { cell, row, table, style }: CellPlace,
  blocks: readonly Block[],
  borders: Borders,
  outerWidth: number,
): Cell {
  const shadings = [style, row?.style, row?.section, table].map((each) => each?.backgroundColor ?? 'none');
  return {
    column: cell.column,
    span: cell.span,
    merge: cell.merge,
    blocks,
    borders,
    padding: (cell.source ?? cell.above) === undefined ? NO_PADDING : paddings(style, outerWidth),
    shading: shadings.find((each) => each !== 'none') ?? 'none',
    align: verticalAlignment(style.verticalAlign),
  };
}

export function cellContext(
  { cell, row, width, style }: CellPlace,
  flow: Flow,
  outer: BlockContext,
): BlockContext {
  const padding = paddings(style, outer.width);
  return {
    element: (cell.source ?? cell.above ?? row)?.element ?? outer.element,
    style,
    flow,
    left: 0,
    right: 0,
    width: Math.max(1, width - padding.left - padding.right),
    names: { isInTable: true, isSmall: style.fontSize < outer.style.fontSize },
    item: outer.item,
    inline: {
      style,
      decoration: decorateBlock(outer.inline.decoration, style),
      link: undefined,
      control: undefined,
    },
  };
}

function verticalAlignment(value: string): Cell['align'] {
  if (value === 'middle') return 'center';
  return value === 'bottom' ? 'bottom' : 'top';
}

/**
 * The borders of a cell: its own; else those of its row, if borders collapse; else, at the edge, those of the table.
 */
export function cellBorders(
  { cell, row, table }: CellPlace,
  rowIndex: number,
  { rows, columns }: { readonly rows: readonly unknown[]; readonly columns: readonly unknown[] },
): Borders {
  const own = (cell.source ?? cell.above)?.style;
  const collapsed = table.borderCollapse ? [row?.style] : [];
  const edge = (side: Side, isOuter: boolean) => {
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
    top: edge('Top', rowIndex === 0),
    right: edge('Right', cell.column + cell.span >= columns.length),
    bottom: edge('Bottom', rowIndex === rows.length - 1),
    left: edge('Left', cell.column === 0),
  };
}
