import type { LookFacts } from './looks.ts';
import { childAt, childrenOf, type XmlElement } from './xml.ts';

/** Word has no more in a table. */
const MOST_COLUMNS = 63;
/** In twips: 50 mm. */
const SMALLEST_TEXT = 2835;

/** The columns of a table, whose cells are read in their order. */
export class Columns {
  readonly #widths: readonly number[];
  #next = 0;
  #left = 0;

  constructor(table: XmlElement | undefined) {
    const columns = childrenOf(childAt(table, 'w:tblGrid'), 'w:gridCol').take(MOST_COLUMNS);
    this.#widths = Array.from(columns, ({ attributes }) => Number(attributes['w:w']));
  }

  begin(row: XmlElement | undefined): void {
    this.#next = countOf(childAt(row, 'w:gridBefore')?.attributes['w:val']) ?? 0;
    const before = this.#widths.slice(0, this.#next).reduce((sum, one) => sum + one, 0);
    this.#left = widthOf(childAt(row, 'w:wBefore')) || before;
  }

  /** The place and the width of the next cell. */
  next(properties: XmlElement | undefined): Pick<LookFacts, 'left' | 'room'> {
    const span = Math.max(1, countOf(childAt(properties, 'w:gridSpan')?.attributes['w:val']) ?? 1);
    const columns = this.#widths.slice(this.#next, this.#next + span);
    this.#next += span;
    const own = widthOf(childAt(properties, 'w:tcW'));
    const inGrid = columns.length < span ? undefined : columns.reduce((sum, one) => sum + one, 0);
    const left = this.#left;
    this.#left += own || inGrid || 0;
    return { left, room: Math.min(own ?? Infinity, inGrid ?? Infinity) };
  }
}

/** In twips; undefined of one in another unit. */
function widthOf(element: XmlElement | undefined): number | undefined {
  const { 'w:w': width, 'w:type': unit = 'dxa' } = element?.attributes ?? {};
  return unit === 'dxa' && width !== undefined ? Number(width) : undefined;
}

/** Whether the pages of a section have no room for a text. */
export function hasNoRoom(section: XmlElement): boolean {
  const size = childAt(section, 'w:pgSz')?.attributes ?? {};
  const margins = childAt(section, 'w:pgMar')?.attributes ?? {};
  const without = (side: string | undefined, ...edges: readonly (string | undefined)[]) =>
    Number(side) - edges.reduce((sum, edge) => sum + Math.abs(Number(edge ?? 0) || 0), 0);
  const columns = childAt(section, 'w:cols');
  const own = Array.from(childrenOf(columns, 'w:col'), ({ attributes }) => Number(attributes['w:w']));
  const count = countOf(columns?.attributes['w:num']) ?? 1;
  const width = without(size['w:w'], margins['w:left'], margins['w:right'], margins['w:gutter']);
  const height = Math.min(
    without(size['w:h'], margins['w:top'], margins['w:bottom']),
    without(size['w:h'], margins['w:header'], margins['w:footer']),
  );
  return Math.min(width / Math.max(1, count), height, ...own) < SMALLEST_TEXT;
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
