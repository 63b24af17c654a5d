import { wordsOf } from '../../../lib/words-of.ts';
import { textOfRuns } from './exact-text.ts';
import type { ParagraphEdit } from './paragraph-edit.ts';

/** The paragraphs and rows that were taken out and put in elsewhere with the same words, each with what was put in; no entry of another list. */
export function movesIn(edits: readonly ParagraphEdit[]): ReadonlyMap<ParagraphEdit, ParagraphEdit> {
  const parts = [...Map.groupBy(edits, (edit) => edit.row ?? edit).values()];
  const whole = (side: 'from' | 'to') =>
    parts.flatMap((part) => {
      const other = side === 'from' ? 'to' : 'from';
      const words = part.map((edit) => wordsOf(textOfRuns(edit[side]))).join('\t');
      return words.trim() !== '' && part.every((edit) => edit[other].length === 0) ? [{ words, part }] : [];
    });
  const added = new Map(whole('to').map(({ words, part }) => [words, part]));
  const moves = new Map<ParagraphEdit, ParagraphEdit>();
  for (const { words, part } of whole('from'))
    for (const [index, gone] of part.entries()) {
      const now = added.get(words)?.[index];
      if (now !== undefined && !isInOtherList(gone, now)) moves.set(gone, now);
    }
  return moves;
}

/** Whether an entry of a list stands in another one now, of which it is a value; any other value goes with its words. */
function isInOtherList({ place: was, from }: ParagraphEdit, { place: before }: ParagraphEdit): boolean {
  const isEntry = from.some(({ control }) =>
    [control?.field ?? []].flat().some((path) => path.endsWith(']')),
  );
  const list = was?.number?.parent;
  return isEntry && list !== undefined && before !== list && before?.number?.parent !== list;
}
