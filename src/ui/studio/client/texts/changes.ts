import { diffArrays } from 'diff';
import { MOST_EDITS, type Piece, piecesOf } from '../pieces.ts';

/** Lines of a text that differ from another one's. */
export interface Change {
  /** Where they begin in the text, from 1; of what was taken out, the line that follows. */
  readonly line: number;
  readonly pieces: readonly Piece[];
}

/** What differs between two texts: lines, and within them words. */
export function changesOf(before: string, after: string): Change[] {
  const [old, now] = [before, after].map((text) => text.split('\n'));
  const runs = diffArrays(old ?? [], now ?? [], { maxEditLength: MOST_EDITS });
  if (runs === undefined) return [{ line: 1, pieces: piecesOf(before, after) }];
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
