import { diffWordsWithSpace } from 'diff';

/** A piece of a text. */
export interface Part {
  readonly text: string;
  /** Whether the other text does not have it. */
  readonly isDifferent: boolean;
}

/** More would take seconds, and are read as a whole anyway. */
const MOST_CHARACTERS = 20_000;
const MOST_EDITS = 1_000;

/** Two texts with the words marked in which they differ. */
export function marked(
  was: string,
  now: string,
): { readonly before: readonly Part[]; readonly after: readonly Part[] } {
  const whole = (text: string, isDifferent: boolean) => [{ text, isDifferent }];
  if (was === '' || now === '') return { before: whole(was, true), after: whole(now, true) };
  const parts =
    was.length + now.length > MOST_CHARACTERS
      ? undefined
      : diffWordsWithSpace(was, now, { maxEditLength: MOST_EDITS });
  if (parts === undefined) return { before: whole(was, false), after: whole(now, false) };
  const side = (other: 'added' | 'removed') =>
    parts
      .filter((part) => !part[other])
      .map(({ value, added, removed }) => ({ text: value, isDifferent: added || removed }));
  return { before: side('added'), after: side('removed') };
}
