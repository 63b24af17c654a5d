import { childAt, childrenOf, type XmlElement } from './xml.ts';

/** In twips: 5 mm, of which 3.8 mm are the margins of a cell (ISO 29500-1, 17.4.42). */
const NARROWEST_CELL = 284;
/** In twips: 50 mm. */
const SMALLEST_TEXT = 2835;

/** The columns of a table, whose cells are read in their order. */
export class Columns {
  readonly #widths: readonly number[];
  #next = 0;

  constructor(table: XmlElement | undefined) {
    this.#widths = Array.from(childrenOf(childAt(table, 'w:tblGrid'), 'w:gridCol'), ({ attributes }) =>
      Number(attributes['w:w']),
    );
  }

  begin(row: XmlElement | undefined): void {
    this.#next = countOf(childAt(row, 'w:gridBefore')?.attributes['w:val']) ?? 0;
  }

  /** Whether the next cell is too narrow for words, by its own width or by that of its columns. */
  isNarrow(properties: XmlElement | undefined): boolean {
    const span = Math.max(1, countOf(childAt(properties, 'w:gridSpan')?.attributes['w:val']) ?? 1);
    const columns = this.#widths.slice(this.#next, this.#next + span);
    this.#next += span;
    const { 'w:w': own, 'w:type': unit = 'dxa' } = childAt(properties, 'w:tcW')?.attributes ?? {};
    const width = unit === 'dxa' ? Number(own) : Number.NaN;
    const inGrid = columns.length < span ? Number.NaN : columns.reduce((sum, one) => sum + one, 0);
    return width < NARROWEST_CELL || inGrid < NARROWEST_CELL;
  }
}

/** Whether the pages of a section have no room for a text. */
export function hasNoRoom(section: XmlElement): boolean {
  const size = childAt(section, 'w:pgSz')?.attributes ?? {};
  const margins = childAt(section, 'w:pgMar')?.attributes ?? {};
  const without = (side: string | undefined, ...edges: readonly (string | undefined)[]) =>
    Number(side) - edges.reduce((sum, edge) => sum + Math.abs(Number(edge ?? 0) || 0), 0);
  const columns = countOf(childAt(section, 'w:cols')?.attributes['w:num']) ?? 1;
  const width = without(size['w:w'], margins['w:left'], margins['w:right'], margins['w:gutter']);
  const height = without(size['w:h'], margins['w:top'], margins['w:bottom']);
  return width / Math.max(1, columns) < SMALLEST_TEXT || height < SMALLEST_TEXT;
}

/** Whether pages have another colour than white, or a picture, below their words. */
export function hasGround(background: XmlElement | undefined): boolean {
  if (background === undefined) return false;
  const { 'w:color': color = 'auto', 'w:themeColor': theme } = background.attributes;
  return !/^(?:auto|f{6})$/i.test(color) || theme !== undefined || background.children.length > 0;
}

function countOf(text: string | undefined): number | undefined {
  const count = Number(text);
  return Number.isInteger(count) && count >= 0 ? count : undefined;
}
