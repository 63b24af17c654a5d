import type { ExpectedToken, Hole, Unit } from '../text/expected.ts';
import type { Token, Tokens } from '../text/marked-text.ts';

/** What stands at a hole: from its first token to behind its last; undefined when nothing does. */
export type Span = readonly [from: number, to: number] | undefined;

export interface Match {
  /** To choose the better one of two explanations: `different`, and a little for what holes explain. */
  readonly cost: number;
  /** Words outside of holes that only one of the two texts has. */
  readonly different: number;
  /** Whether most words of its blanks are gone, so that they were never printed. */
  readonly lacksHints: boolean;
  /** By hole of the unit. */
  readonly spans: readonly Span[];
}

/** A word in a hole costs a little, so that it is not taken for one of the text's own words elsewhere. */
const IN_HOLE = 2e-3;
/** That the text has less than before is a little less likely than that it has more. */
const LOST = 1.05;
const ADDED = 1;
/** A word of a blank that is gone. */
const HINT_LOST = 0.01;

/** Texts with more words are compared as a whole. */
const MAX_CELLS = 4_000_000;

/** Compares a paragraph of the exact text with one of the file: the cheapest way to turn one into the other. */
export function match({ tokens, holes }: Unit, { list: found }: Tokens): Match {
  // Words of a blank are lost with it only where they stand beside its hole.
  const expected = holes.length > 0 ? tokens : tokens.map((token) => ({ ...token, isHint: false }));
  const rows = expected.length;
  const columns = found.length;
  // What is equal at the ends, outside of holes, needs no table.
  let start = 0;
  while (start < rows && start < columns && isSameToken(expected[start], found[start])) start += 1;
  let end = 0;
  while (
    end < rows - start &&
    end < columns - start &&
    isSameToken(expected[rows - 1 - end], found[columns - 1 - end])
  )
    end += 1;
  const spans: Span[] = holes.map(() => undefined);
  const height = rows - start - end;
  const width = columns - start - end;
  if (height === 0) return { cost: width * ADDED, different: width, lacksHints: false, spans };
  const [first] = expected.slice(start, start + 1);
  if (height === 1 && first?.hole !== undefined) {
    if (width > 0) spans[first.hole] = [start, start + width];
    return { cost: width * IN_HOLE, different: 0, lacksHints: false, spans };
  }
  if (height * width > MAX_CELLS)
    return { cost: height * LOST + width * ADDED, different: height + width, lacksHints: false, spans };
  return fill(expected.slice(start, rows - end), found.slice(start, columns - end), start, spans);
}

function isSameToken(expected: ExpectedToken | undefined, found: Token | undefined): boolean {
  return expected?.hole === undefined && expected?.key === found?.key;
}

/** Steps of a way through the table. */
const [KEEP, LOSE, ADD, TAKE, CLOSE] = [1, 2, 3, 4, 5];

function fill(
  expected: readonly ExpectedToken[],
  found: readonly Token[],
  offset: number,
  spans: Span[],
): Match {
  const rows = expected.length;
  const columns = found.length;
  const width = columns + 1;
  const costs = new Float64Array((rows + 1) * width);
  const steps = new Uint8Array((rows + 1) * width);
  for (let row = 0; row <= rows; row++) {
    const one = expected[row - 1];
    const isHole = one?.hole !== undefined;
    for (let column = 0; column <= columns; column++) {
      const at = row * width + column;
      if (row === 0) {
        costs[at] = column * ADDED;
        steps[at] = ADD;
        continue;
      }
      let best = Number.POSITIVE_INFINITY;
      let step = LOSE;
      const consider = (cost: number, by: number) => {
        if (cost < best) [best, step] = [cost, by];
      };
      const above = costs[at - width] ?? 0;
      if (isHole) {
        consider(above, CLOSE);
        if (column > 0) consider((costs[at - 1] ?? 0) + IN_HOLE, TAKE);
      } else {
        if (column > 0 && one?.key === found[column - 1]?.key) consider(costs[at - width - 1] ?? 0, KEEP);
        consider(above + (one?.isHint ? HINT_LOST : LOST), LOSE);
        if (column > 0) consider((costs[at - 1] ?? 0) + ADDED, ADD);
      }
      costs[at] = best;
      steps[at] = step;
    }
  }
  let [row, column] = [rows, columns];
  let different = 0;
  let [hints, lostHints] = [0, 0];
  while (row > 0) {
    const { hole, isHint = false } = expected[row - 1] ?? {};
    switch (steps[row * width + column]) {
      case KEEP:
        if (isHint) hints += 1;
        row -= 1;
        column -= 1;
        break;
      case TAKE: {
        column -= 1;
        if (hole !== undefined) spans[hole] = [offset + column, spans[hole]?.[1] ?? offset + column + 1];
        break;
      }
      case ADD:
        different += 1;
        column -= 1;
        break;
      case CLOSE:
        row -= 1;
        break;
      default:
        if (isHint) lostHints += 1;
        else different += 1;
        row -= 1;
    }
  }
  const total = costs[rows * width + columns] ?? 0;
  different += column;
  return { cost: Math.round(total * 1_000) / 1_000, different, lacksHints: lostHints > hints, spans };
}

/** The most ways that are looked at. */
const MAX_WAYS = 64;

/**
 * All ways in which a text fits a unit outside of its holes, when several holes stand in one paragraph: "a, b, c" fits
 * "{street}, {town}" in two ways.
 * @param mayHold whether a text may stand at a hole
 * @returns the spans of each way; more than one means that the text alone does not decide
 */
export function waysToFit(
  { tokens: expected, holes }: Unit,
  tokens: Tokens,
  mayHold: (hole: Hole, text: string) => boolean = () => true,
): (readonly Span[])[] {
  const { list: found } = tokens;
  const ways: Span[][] = [];
  const spans: Span[] = holes.map(() => undefined);
  let tries = 0;
  const go = (row: number, column: number): void => {
    tries += 1;
    if (ways.length >= MAX_WAYS || tries > 50_000) return;
    const one = expected[row];
    if (one === undefined) {
      if (column === found.length) ways.push([...spans]);
      return;
    }
    if (one.hole === undefined) {
      if (one.key === found[column]?.key) go(row + 1, column + 1);
      return;
    }
    for (let to = column; to <= found.length; to++) {
      const span: Span = to === column ? undefined : [column, to];
      if (!mayHold(holes[one.hole] as Hole, textOfSpan(tokens, span))) continue;
      spans[one.hole] = span;
      go(row + 1, to);
    }
  };
  go(0, 0);
  return ways;
}

export function textOfSpan({ text, list }: Tokens, span: Span): string {
  if (span === undefined) return '';
  return text.slice(list[span[0]]?.start, list[span[1] - 1]?.end);
}
