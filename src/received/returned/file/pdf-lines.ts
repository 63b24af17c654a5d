import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { UnreadableFile } from '../unreadable.ts';

/** Words of one page that stand on one line, in one cell. All lengths are points, from the lower left corner. */
export interface PdfLine {
  readonly text: string;
  readonly page: number;
  readonly left: number;
  readonly right: number;
  /** Of its baseline. */
  readonly bottom: number;
  /** Of its letters. */
  readonly height: number;
  /** Whether the structure of the file begins a paragraph with it; that of printed files does not. */
  readonly isFirst: boolean;
  /** The number that stands before it: "12.3", "(a)"; "" without one. */
  readonly number: string;
}

/** The longest document has some 2,000. */
const MAX_LINES = 20_000;

/** Between the words of a line that is spread over its column; in parts of the height. Cells are farther apart. */
const WIDEST_SPACE = 0.7;

/** "12.3", "(a)", which stand before their paragraph, and may be drawn later. */
const NUMBER = /^(?:Schedule \d{1,3}|\d{1,3}(?:\.\d{1,3})+|\(?[a-z\d]{1,4}[.)]|[•◦▪–-])$/iu;
/** From a number to its paragraph at most, in parts of the height. */
const WIDEST_INDENT = 6;

/** The lines of each page, in reading order. @throws UnreadableFile */
export async function* linesOfPages(document: PDFDocumentProxy): AsyncGenerator<PdfLine[]> {
  let count = 0;
  for (let page = 1; page <= document.numPages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent();
    const lines: PdfLine[] = [];
    let isFirst = false;
    for (const item of items) {
      if (!('str' in item)) continue;
      // Before what is marked as another element.
      isFirst ||= item.str === '' && item.hasEOL;
      if (item.str.trim() === '') continue;
      const [, , , , left = 0, bottom = 0] = item.transform as number[];
      const place = { page, left, bottom, right: left + item.width, height: item.height };
      const next = { text: item.str.trim(), ...place, isFirst, number: '' };
      isFirst = false;
      const last = lines.pop();
      const joined = last && joinedLine(last, next, /^\s|\s$/.test(item.str));
      lines.push(...(joined ? [joined] : last ? [last, next] : [next]));
    }
    count += lines.length;
    if (count > MAX_LINES)
      throw new UnreadableFile(`the file has more than ${MAX_LINES} lines; is it another document?`);
    yield inReadingOrder(numbered(lines));
  }
}

/** Two pieces of one line; undefined when they are none. */
function joinedLine(one: PdfLine, other: PdfLine, isSpaced: boolean): PdfLine | undefined {
  const height = Math.max(one.height, other.height);
  const gap = other.left - one.right;
  const isSameLine = Math.abs(one.bottom - other.bottom) < height / 2 && gap > -height / 2;
  if (!isSameLine || gap > height * WIDEST_SPACE) return undefined;
  const text = one.text + (isSpaced || gap > height / 8 ? ' ' : '') + other.text;
  return { ...one, text, right: other.right, height };
}

/** The lines with the numbers that stand before them. */
function numbered(lines: readonly PdfLine[]): PdfLine[] {
  const owners = new Map<PdfLine, PdfLine>();
  const isNumber = ({ text }: PdfLine) => NUMBER.test(text);
  for (const number of lines.filter(isNumber)) {
    const [owner] = lines
      .filter((line) => {
        const gap = line.left - number.right;
        const isBeside = Math.abs(line.bottom - number.bottom) < 1 && gap > 0;
        return isBeside && gap < number.height * WIDEST_INDENT && !isNumber(line) && !owners.has(line);
      })
      .sort((one, other) => one.left - other.left);
    if (owner !== undefined) owners.set(owner, number);
  }
  const used = new Set(owners.values());
  return lines
    .filter((line) => !used.has(line))
    .map((line) => ({ ...line, number: owners.get(line)?.text ?? '' }));
}

/** From a line to the next one of its column at most, in parts of the height. */
const WIDEST_LEADING = 5;

/** Of a heading, in points. */
const HIGHEST_TEXT = 40;

/**
 * Lines are drawn in reading order but for what has a position of its own, as the tags and captions of a provider's signatures:
 * that is drawn when the rest of the page is done, and goes back to its column.
 */
function inReadingOrder(lines: readonly PdfLine[]): PdfLine[] {
  const ordered: PdfLine[] = [];
  let isLater = false;
  let last: PdfLine | undefined;
  for (const line of lines) {
    const isAbove = last !== undefined && line.bottom > last.bottom + line.height && line.left < last.left;
    // A number whose paragraph is gone stands before all others.
    isLater ||= isAbove && !NUMBER.test(line.text);
    const place = isLater ? placeIn(ordered, line) : -1;
    ordered.splice(place < 0 ? ordered.length : place, 0, line);
    // A mark across the page is behind its text.
    if (line.height < HIGHEST_TEXT) last = line;
  }
  return ordered;
}

/** The index of the first line below this one in its column; -1 if there is none. */
function placeIn(lines: readonly PdfLine[], { left, bottom, height }: PdfLine): number {
  const isBelow = (other: PdfLine) =>
    other.bottom < bottom && bottom - other.bottom < height * WIDEST_LEADING && other.left < left + 1;
  const column = Math.max(...lines.filter(isBelow).map((other) => other.left));
  return lines.findIndex((other) => isBelow(other) && other.left > column - 1);
}
