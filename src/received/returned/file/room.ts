import { type LookFacts, TEXT_WIDTH } from './looks.ts';
import { childAt, childrenOf, type XmlElement } from './xml.ts';

/** Word has no more in a table. */
const MOST_COLUMNS = 63;
/** Shares of a width are in parts of it. */
const WHOLE = 5_000;
/** In twips: 50 mm. */
const SMALLEST_TEXT = 2835;

/** The columns of a table, whose cells are read in their order. */
export class Columns {
  readonly #widths: readonly number[];
  readonly #side: LookFacts['side'];
  /** Of the table, undefined if it does not say it. */
  readonly #width: number | undefined;
  #next = 0;
  #left = 0;

  /** @param side of the page on which it stands */
  constructor(table?: XmlElement, side?: LookFacts['side']) {
    const columns = childrenOf(childAt(table, 'w:tblGrid'), 'w:gridCol').take(MOST_COLUMNS);
    this.#widths = Array.from(columns, ({ attributes }) => Number(attributes['w:w']));
    this.#width = this.#widthOf(childAt(table, 'w:tblPr', 'w:tblW'));
    this.#side = side;
  }

  begin(row: XmlElement, side = this.#side): void {
    const properties = childAt(row, 'w:trPr');
    this.#next = countOf(childAt(properties, 'w:gridBefore')?.attributes['w:val']) ?? 0;
    this.#left = this.#widthOf(childAt(properties, 'w:wBefore')) || sumOf(this.#widths.slice(0, this.#next));
    const cells = childrenOf(row, 'w:tc').map((cell) => this.#widthOf(childAt(cell, 'w:tcPr', 'w:tcW')) ?? 0);
    // What has no room on the page reaches beyond it on its other side, or on both.
    const beyond = Math.max(this.#width ?? 0, sumOf(this.#widths), sumOf([...cells])) - TEXT_WIDTH;
    if (beyond > 0)
      this.#left -= side === 'center' ? beyond / 2 : /^(?:right|end)$/.test(side ?? '') ? beyond : 0;
  }

  /** The place and the width of the next cell. */
  next(properties: XmlElement | undefined): Pick<LookFacts, 'left' | 'room'> {
    const span = Math.max(1, countOf(childAt(properties, 'w:gridSpan')?.attributes['w:val']) ?? 1);
    const columns = this.#widths.slice(this.#next, this.#next + span);
    this.#next += span;
    const own = this.#widthOf(childAt(properties, 'w:tcW'));
    const inGrid = columns.length < span ? undefined : sumOf(columns);
    const left = this.#left;
    this.#left += own || inGrid || 0;
    return { left, room: Math.min(own ?? Infinity, inGrid ?? Infinity) };
  }

  /** In twips; undefined of one that the program chooses. Shares are those of the table, and its own that of a page. */
  #widthOf(element: XmlElement | undefined): number | undefined {
    const { 'w:w': width = '', 'w:type': unit = 'dxa' } = element?.attributes ?? {};
    if (width === '') return undefined;
    if (unit === 'dxa') return Number(width);
    const share = /%$/.test(width) ? Number.parseFloat(width) / 100 : Number(width) / WHOLE;
    return unit === 'pct' && share > 0 ? share * (this.#width ?? TEXT_WIDTH) : undefined;
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
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
