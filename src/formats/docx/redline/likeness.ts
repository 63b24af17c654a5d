import { remembered } from '../../../lib/remembered.ts';

/** The words of a text as numbers, in ascending order. */
export type Bag = Readonly<Uint32Array>;

const WORD = /[^\s\p{P}\p{S}]+/gu;

/** Tells how alike texts are by the words that they have in common, wherever these are. */
export class Likeness {
  /** Equal words have equal numbers. */
  readonly #numbers = new Map<string, number>();

  bagOf(text: string): Bag {
    const words: readonly string[] = text.toLowerCase().match(WORD) ?? [];
    return Uint32Array.from(words, (word) =>
      remembered(this.#numbers, word, () => this.#numbers.size),
    ).sort();
  }

  /**
   * The part of their words that two texts have in common, 0 to 1.
   * @param least below it, the answer is 0
   */
  of(one: Bag, other: Bag, least: number): number {
    const total = one.length + other.length;
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
