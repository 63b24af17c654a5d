import type { PdfLine } from '../file/pdf-lines.ts';

/** What a line costs where it does not go on, before the one above is full, and where the structure of the file says otherwise. */
const [ELSEWHERE, EARLY, UNSTRUCTURED] = [1.5, 0.8, 3];

/** What the places of lines tell. */
export class Layout {
  readonly #lines: readonly PdfLine[];
  readonly #margins: ReadonlySet<PdfLine>;
  readonly #isStructured: boolean;
  /** Where the longest line ends of those that stand with it. */
  readonly #ends = new Map<number, number>();

  constructor(lines: readonly PdfLine[], margins: ReadonlySet<PdfLine>, isStructured: boolean) {
    this.#lines = lines;
    this.#margins = margins;
    this.#isStructured = isStructured;
    // Of each column, as far as its lines stand below each other.
    let block: number[] = [];
    const end = () => {
      const right = Math.max(...block.map((index) => lines[index]?.right ?? 0));
      for (const index of block) this.#ends.set(index, right);
    };
    for (const index of lines.keys()) {
      if (block.length > 0 && !this.#isNext(index - 1, index)) {
        end();
        block = [];
      }
      block.push(index);
    }
    end();
  }

  isMargin(line: number): boolean {
    return this.#margins.has(this.#lines[line] as PdfLine);
  }

  /** Whether a line is a part of what was added with the line before: it goes on, or is another cell of its row. */
  isMore(line: number): boolean {
    const [before, own] = [this.#lines[line - 1], this.#lines[line]];
    if (before === undefined || own === undefined) return false;
    const isBeside = before.page === own.page && Math.abs(before.bottom - own.bottom) < own.height / 2;
    return isBeside || this.costToJoin(line - 1, line) === 0;
  }

  /** What it costs that a line is of the same paragraph as another one. */
  costToJoin(one: number, other: number): number {
    const { isFirst = false, number = '' } = this.#lines[other] ?? {};
    if (number !== '' || (this.#isStructured && isFirst)) return UNSTRUCTURED;
    if (!this.#isNext(one, other)) return ELSEWHERE;
    return this.#isFull(one, other) ? 0 : EARLY;
  }

  /** What it costs that a line begins another paragraph. */
  costToBreak(one: number, other: number): number {
    if (this.#isStructured)
      return this.#lines[other]?.isFirst || !this.#isNext(one, other) ? 0 : UNSTRUCTURED;
    return this.#isNext(one, other) && this.#isFull(one, other) ? EARLY : 0;
  }

  /** Whether a line stands where the next one of the same paragraph does. */
  #isNext(index: number, next: number): boolean {
    const [one, other] = [this.#lines[index], this.#lines[next]];
    if (one === undefined || other === undefined) return false;
    if (Math.abs(one.height - other.height) > 0.6) return false;
    if (one.page !== other.page) return other.page === one.page + 1;
    const pitch = (one.bottom - other.bottom) / Math.max(one.height, 1);
    return pitch > 0.9 && pitch < 1.6 && other.left > one.left - one.height / 2;
  }

  /** Whether the first word of the next line had no place on it. */
  #isFull(index: number, next: number): boolean {
    const [one, other] = [this.#lines[index], this.#lines[next]];
    if (one === undefined || other === undefined) return false;
    const [word = ''] = /^\S+/.exec(other.text) ?? [];
    const letters = word.length + 1;
    const width = ((other.right - other.left) * letters) / other.text.length;
    return one.right + width > (this.#ends.get(next) ?? 0);
  }
}

/** How far the words of a page are from its headers and footers at least, in parts of the height. */
const FAR = 1.8;

/** The lines that stand apart, above or below all that their page has. */
export function marginsOf(lines: readonly PdfLine[]): Set<PdfLine> {
  return new Set([...Map.groupBy(lines, ({ page }) => page).values()].flatMap(marginsOfPage));
}

function marginsOfPage(page: readonly PdfLine[]): PdfLine[] {
  const sorted = page.toSorted((one, other) => other.bottom - one.bottom);
  const isApart = (upper: PdfLine | undefined, lower: PdfLine | undefined) =>
    upper !== undefined && lower !== undefined && upper.bottom - lower.bottom > FAR * upper.height;
  const top = sorted.findIndex((line, index) => isApart(line, sorted[index + 1]));
  const bottom = sorted.findLastIndex((line, index) => isApart(sorted[index - 1], line));
  // A margin has at most three lines.
  return [
    ...(top >= 0 && top < 4 ? sorted.slice(0, top + 1) : []),
    ...(bottom >= 0 && bottom > sorted.length - 5 ? sorted.slice(bottom) : []),
  ];
}
