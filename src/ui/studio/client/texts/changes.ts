import { diffArrays, diffWordsWithSpace } from 'diff';

export interface Piece {
  readonly kind: 'same' | 'inserted' | 'deleted';
  readonly text: string;
}

/** Lines of a text that differ from another one's. */
export interface Change {
  /** Where they begin in the text, from 1; of what was taken out, the line that follows. */
  readonly line: number;
  readonly pieces: readonly Piece[];
}

/**
 * Insertions and deletions, of lines and of words: texts that have little in common are shown one after the other, for
 * the time of a comparison grows with the square of what differs.
 */
const MOST_EDITS = 2_000;

/** What differs between two texts: lines, and within them words. */
export function changesOf(before: string, after: string): Change[] {
  const [old, now] = [before, after].map((text) => text.split('\n'));
  const runs = diffArrays(old ?? [], now ?? [], { maxEditLength: MOST_EDITS });
  if (runs === undefined) return [{ line: 1, pieces: exchanged(before, after) }];
  const changes: Change[] = [];
  let line = 1;
  let removed: readonly string[] = [];
  let added: readonly string[] = [];
  const flush = () => {
    if (removed.length + added.length > 0)
      changes.push({ line, pieces: piecesOf(removed.join('\n'), added.join('\n')) });
    line += added.length;
    removed = [];
    added = [];
  };
  for (const run of runs) {
    if (run.removed) removed = run.value;
    else if (run.added) added = run.value;
    else {
      flush();
      line += run.value.length;
    }
  }
  flush();
  return changes;
}

function piecesOf(before: string, after: string): Piece[] {
  if (before === '' || after === '') return exchanged(before, after);
  const words = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS });
  if (words === undefined) return exchanged(before, after);
  return words.map(({ added, removed, value }) => ({
    kind: added ? 'inserted' : removed ? 'deleted' : 'same',
    text: value,
  }));
}

function exchanged(before: string, after: string): Piece[] {
  const pieces: Piece[] = [
    { kind: 'deleted', text: before },
    { kind: 'inserted', text: after },
  ];
  return pieces.filter(({ text }) => text !== '');
}
