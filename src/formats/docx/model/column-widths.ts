import { type Dimension, resolveDimension } from '../css/values.ts';
import type { ContentWidth } from './text-width.ts';

/** What a column asks for, before widths are distributed. Points. */
export interface Column {
  /** The width that the style sheet or `<col>` sets. */
  wanted: Dimension | undefined;
  min: number;
  max: number;
}

const MIN_WIDTH = 4;

/**
 * Distributes a table's width as CSS does: a column with a width gets it, the others share the rest by their content.
 * @param width width of the table; "auto" means as wide as its content
 * @param available width of the block that contains the table, in points
 * @returns the width of each column; their sum is the width of the table
 */
export function columnWidths(
  columns: readonly Column[],
  width: Dimension | 'auto',
  available: number,
  isFixed: boolean,
): number[] {
  const natural = columns.reduce((sum, column) => sum + naturalWidth(column, available), 0);
  const total = width === 'auto' ? Math.min(available, natural) : resolveDimension(width, available);
  const target = Math.max(total, MIN_WIDTH * columns.length);
  const widths = columns.map(({ wanted }) => (wanted === undefined ? 0 : resolveDimension(wanted, target)));
  const open = columns.flatMap((column, index) => (column.wanted === undefined ? [{ column, index }] : []));
  const left = Math.max(0, target - widths.reduce((sum, each) => sum + each, 0));
  const shares = isFixed
    ? open.map(() => left / open.length)
    : shareOut(
        open.map(({ column }) => column),
        left,
      );
  open.forEach(({ index }, at) => {
    widths[index] = shares[at] ?? 0;
  });
  const floored = widths.map((each) => Math.max(MIN_WIDTH, each));
  const sum = floored.reduce((total, each) => total + each, 0);
  return floored.map((each) => (each * target) / sum);
}

function naturalWidth({ wanted, max }: Column, available: number): number {
  if (wanted === undefined) return max;
  return wanted.unit === 'pt' ? Math.max(wanted.value, 0) : resolveDimension(wanted, available);
}

function shareOut(columns: readonly Column[], width: number): number[] {
  const min = columns.reduce((sum, column) => sum + column.min, 0);
  const max = columns.reduce((sum, column) => sum + column.max, 0);
  if (max === 0) return columns.map(() => width / columns.length);
  if (max <= width) return columns.map((column) => (column.max * width) / max);
  if (min >= width) return columns.map((column) => (column.min * width) / min);
  return columns.map((column) => column.min + ((column.max - column.min) * (width - min)) / (max - min));
}

/** Widens the columns of a cell that spans several, if the cell needs more than their sum. */
export function widenSpanned(columns: readonly Column[], content: ContentWidth): void {
  const need = (key: 'min' | 'max') => {
    const missing = content[key] - columns.reduce((sum, column) => sum + column[key], 0);
    if (missing > 0) for (const column of columns) column[key] += missing / columns.length;
  };
  need('min');
  need('max');
}
