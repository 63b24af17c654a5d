import { remembered } from '../../../lib/remembered.ts';

/** The words of a text as numbers, in ascending order. */
export type Bag = Readonly<Uint32Array>;

/** The least likeness of a pair: of paragraphs, and of tables and rows, which have the same labels and other values. */
export const ALIKE = 0.5;
export const ALIKE_TABLES = 0.3;
/** A row keeps its heading when its value is another one. */
export const SAME_HEADING = 0.9;

/** Tells how alike texts are by the words that they have in common, wherever these are. */
export class Likeness {
  /** Equal words have equal numbers. */
  readonly #numbers = new Map<string, number>();

  bagOf(words: readonly string[]): Bag {
    return Uint32Array.from(words, (word) =>
      remembered(this.#numbers, word, () => this.#numbers.size),
    ).sort();
  }

  /**
   * The part of their words that two texts have in common, 0 to 1.
   * @param least below it, the answer is 0
   * @param total the words of both
   */
  of(one: Bag, other: Bag, least: number, total = one.length + other.length): number {
    const shorter = Math.min(one.length, other.length);
    // Not even if every word of the shorter text is in the longer one.
    if (shorter === 0 || (2 * shorter) / total < least) return 0;
    let common = 0;
    for (let [at, against] = [0, 0]; at < one.length && against < other.length; ) {
      const difference = (one[at] as number) - (other[against] as number);
      if (difference === 0) common += 1;
      if (difference <= 0) at += 1;
      if (difference >= 0) against += 1;
    }
    const likeness = (2 * common) / total;
    return likeness < least ? 0 : likeness;
  }
}
