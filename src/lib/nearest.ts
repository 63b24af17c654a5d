import { distance } from 'fastest-levenshtein';

/**
 * Letters in which a word differs from a known one; Infinity for more than a third of its letters, rounded up. Case and
 * signs are ignored.
 */
export function lettersBetween(word: string, known: string): number {
  const sought = lettersOf(word);
  const letters = distance(sought, lettersOf(known));
  return letters <= Math.ceil(sought.length / 3) ? letters : Number.POSITIVE_INFINITY;
}

function lettersOf(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The known word that a word most likely stands for. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((one) => ({ one, letters: lettersBetween(word, one) }))
    .filter(({ letters }) => letters < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.letters - other.letters);
  return best?.one;
}

/** `; did you mean governingLaw?`, or "" when no known word is near. */
export function suggestion(word: string, known: readonly string[]): string {
  const meant = nearest(word, known);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}
