import { commonEnds } from './common-ends.ts';

/** Two texts, as words with the space after each. */
export interface DifferingWords {
  /** What both begin with. */
  readonly before: readonly string[];
  readonly was: readonly string[];
  readonly now: readonly string[];
  /** What both end with. */
  readonly after: readonly string[];
}

/** The words of two texts that differ, with those around them. */
export function differingWords(was: string, now: string): DifferingWords {
  const [one, other] = [was.split(/(?<=\s)/), now.split(/(?<=\s)/)];
  const [start, end] = commonEnds(one, other);
  return {
    before: one.slice(0, start),
    was: one.slice(start, one.length - end),
    now: other.slice(start, other.length - end),
    after: one.slice(one.length - end),
  };
}
