import { diffWordsWithSpace } from 'diff';

/** A piece of two texts. */
export interface Piece {
  readonly kind: 'same' | 'inserted' | 'deleted';
  readonly text: string;
}

/** Texts that are longer or have less in common stand one after the other: a comparison takes the square of what differs. */
const MOST_CHARACTERS = 200_000;
export const MOST_EDITS = 2_000;

/** Two texts with the words in which they differ. */
export function piecesOf(before: string, after: string): Piece[] {
  const isCompared = before !== '' && after !== '' && before.length + after.length < MOST_CHARACTERS;
  const words = isCompared ? diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS }) : undefined;
  const all: readonly Piece[] = words?.map(({ added, removed, value }) => ({
    kind: added ? 'inserted' : removed ? 'deleted' : 'same',
    text: value,
  })) ?? [
    { kind: 'deleted', text: before },
    { kind: 'inserted', text: after },
  ];
  return all.filter(({ text }) => text !== '');
}
