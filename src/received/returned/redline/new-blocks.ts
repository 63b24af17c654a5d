import type { Cell, Paragraph, Row, Table } from '../../../formats/docx/model/model.ts';
import type { ReturnedRow } from '../file/word-model.ts';

/** In points. */
const TEXT_WIDTH = 450;
const RULE = { style: 'solid', width: 0.5, color: '808080', space: 0 };
const CELL: Omit<Cell, 'column' | 'span' | 'blocks'> = {
  merge: 'none',
  borders: { top: RULE, right: RULE, bottom: RULE, left: RULE },
  padding: { top: 3, right: 5, bottom: 3, left: 5 },
  shading: 'none',
  align: 'top',
};

/** A table that only the file has, without rows. */
export function newTable(columns: number): Table {
  return {
    kind: 'table',
    grid: Array.from({ length: columns }, () => TEXT_WIDTH / columns),
    rows: [],
    share: 1,
    indent: 0,
    align: 'left',
    rightToLeft: false,
    hasRowHeadings: false,
  };
}

/**
 * A row that only the file has, with empty cells.
 * @param like a row of the table with as many cells; undefined if it has none
 */
export function newRow(count: number, { grid, rows }: Table, like: Row | undefined): Row {
  if (like !== undefined) {
    const cells = like.cells.map((cell): Cell => ({ ...cell, merge: 'none', blocks: [] }));
    return { ...like, isHeader: false, cells };
  }
  const model = rows[0]?.cells[0] ?? CELL;
  const columns = Math.min(count, grid.length);
  const cells = Array.from({ length: columns }, (_, column): Cell => {
    const span = column === columns - 1 ? grid.length - column : 1;
    return { ...model, merge: 'none', column, span, blocks: [] };
  });
  return { cells, isHeader: false, cantSplit: true, height: 0 };
}

/** A row of the table with as many cells, the nearest one to the last. */
export function sameShape({ rows }: Table, last: Row | undefined, { cells }: ReturnedRow): Row | undefined {
  const fitting = rows.filter((row) => row.cells.length === cells.length && !row.isHeader);
  return last !== undefined && fitting.includes(last) ? last : fitting.at(-1);
}

/** What a new paragraph is like. @param style id of its style in the file */
export function donorOf(
  candidates: readonly Paragraph[],
  last: Paragraph | undefined,
  style: string,
): Paragraph | undefined {
  const named = (paragraph: Paragraph) => nameOf(paragraph.style.name) === nameOf(style);
  const isText = ({ style: { name, outlineLevel } }: Paragraph) =>
    outlineLevel === undefined && !/title|heading|small|gap/i.test(name);
  const at = last === undefined ? -1 : candidates.indexOf(last);
  const near = [...candidates.slice(0, at + 1).reverse(), ...candidates.slice(at + 1)];
  return (style !== '' && near.find(named)) || near.find(isText) || near[0];
}

/** What the paragraphs of a new table may be like: a clause in it would change the numbers of the others. */
export function donorsOfCells(candidates: readonly Paragraph[]): readonly Paragraph[] {
  const unnumbered = candidates.filter(({ number }) => number === undefined);
  return unnumbered.length > 0 ? unnumbered : candidates;
}

/** The name of a style, or its id. */
export function nameOf(style: string): string {
  return style.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
