import type { Revision } from '../../../formats/docx/model/revision.ts';
import type { ReturnedParagraph } from '../file/word-model.ts';
import { revisionOf } from './authors.ts';
import type { FoundItem } from './compared.ts';
import type { Line } from './line.ts';

/** Whether a program printed the heading of a table once more above it, for screen readers: so does Pandoc. */
export function isCaption(line: Line, [next, second]: readonly FoundItem[], lines: readonly Line[]): boolean {
  const isSame = (other: Line) => other.text.trim() === line.text.trim();
  const [caption, table] = next?.table ? [line, next.table] : [next?.line, second?.table];
  if (table === undefined || caption?.style !== 'TableCaption') return false;
  return isSame(caption) && lines.some((other) => other.first !== line.first && isSame(other));
}

export function overlaps(one: Pick<Line, 'first' | 'last'>, other: Pick<Line, 'first' | 'last'>): boolean {
  return one.first <= other.last && other.first <= one.last;
}

/** Who split or joined the paragraphs of which a line is a part; undefined where nobody did. */
export function movedBy(
  { first, last }: Pick<Line, 'first' | 'last'>,
  paragraphs: ReadonlyMap<number, ReturnedParagraph>,
): Revision | undefined {
  const markAt = (at: number) => {
    const { inserted, deleted } = paragraphs.get(at)?.mark ?? {};
    return inserted ?? deleted;
  };
  let start = first;
  while (markAt(start - 1) !== undefined) start -= 1;
  for (let at = start; at <= last || markAt(at) !== undefined; at++) {
    const by = markAt(at);
    if (by !== undefined) return revisionOf(by);
  }
  return undefined;
}
