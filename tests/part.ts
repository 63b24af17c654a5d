/**
 * Which cases of a product (texts × formats × options, a corpus, random data) a run takes. `npm test` takes a part of them,
 * which the seed decides; `npm run proofs` takes all. A fault that only a proof finds gets a case by name beside the part.
 */
import { hash } from 'node:crypto';

/** Whether this is `npm run proofs`. */
export const inProofs = (): boolean => process.env.PROOFS === '1';

/** Any text; vitest.config.ts sets it to the day unless it is given. */
const seed = (): string => process.env.SEED ?? '';

/**
 * @param every takes one of so many cases, at least one
 * @returns all cases in proofs; otherwise the part, in the same order
 */
export function partOf<Case>(cases: readonly Case[], every: number): readonly Case[] {
  if (inProofs()) return cases;
  const drawn = cases
    .map((_, index) => ({ index, lot: hash('sha256', `${seed()} ${index} of ${cases.length}`) }))
    .sort((one, other) => (one.lot < other.lot ? -1 : 1))
    .slice(0, Math.ceil(cases.length / every));
  const indexes = new Set(drawn.map(({ index }) => index));
  return cases.filter((_, index) => indexes.has(index));
}

/** A number that the seed decides. */
const drawnShift = (): number => Number.parseInt(hash('sha256', seed()).slice(0, 8), 16);

/**
 * For tests that every text has. Of as many texts as `every`, each test runs for at least one.
 * @param row number of the text
 * @param every takes one of so many tests of a text
 * @returns whether the next test of the text is taken; always in proofs, in what `.ci/run` runs beside `npm test`, and when
 * files are named on the command line, as by the author of a text
 */
export function turnsOf(row: number, every: number): () => boolean {
  let next = row + drawnShift();
  const isWhole = process.env.PROOFS !== undefined || process.env.NAMED_FILES !== undefined;
  return () => next++ % every === 0 || isWhole;
}

/**
 * @returns all pairs of the two lists in proofs; otherwise as few as have each member of either list at least once
 */
export function pairsOf<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
): readonly (readonly [One, Other])[] {
  const every = Math.min(ones.length, others.length);
  const shift = drawnShift();
  return ones.flatMap((one, row) =>
    others
      .filter((_, column) => inProofs() || (row + column + shift) % every === 0)
      .map((other) => [one, other] as const),
  );
}
