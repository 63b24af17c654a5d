import { differingWords } from '../../lib/differing-words.ts';

/** Words that are shown on both sides of a change. */
const AROUND = 6;

/** The part of two texts that differs, with some words around it: "… within 30 days of the …". */
export function excerpts(was: string, now: string): [was: string, now: string] {
  const { before, after, ...differing } = differingWords(was, now);
  const excerpt = (words: readonly string[]) => {
    const text = [...before.slice(-AROUND), ...words, ...after.slice(0, AROUND)].join('').trim();
    return `${before.length > AROUND ? '… ' : ''}${text}${after.length > AROUND ? ' …' : ''}`;
  };
  return [excerpt(differing.was), excerpt(differing.now)];
}
