import { type Data, valueAt, withValue } from '../../lib/paths.ts';
import type { Change, Difference } from '../../received/returned/read.ts';

/** What was found in a file. */
export interface Findings {
  readonly data: Data;
  readonly filledIn: ReadonlySet<string>;
  /** The paths of values that are others than were printed. */
  readonly changed: ReadonlySet<string>;
  readonly changes: readonly Change[];
}

/**
 * Findings that say all that the redline of the file has as tracked changes: other words in the place of a value are another
 * value, any others are a change. So nothing is as made or filled in of which the redline is not empty.
 * @param redline besides blanks that were filled in
 * @param isKnown whether the values are known with which the document was made; otherwise they are those of the file
 */
export function followWords(found: Findings, redline: readonly Difference[], isKnown: boolean): Findings {
  let { data } = found;
  const [changed, filledIn] = [new Set(found.changed), new Set(found.filledIn)];
  const changes = [...found.changes];
  const told = changes.map(({ was, now }) => ({ was: wordsOf(was), now: wordsOf(now) }));
  for (const { clause, was, now, values, isText, by } of redline) {
    const [before, after] = [wordsOf(was), wordsOf(now)];
    if (isKnown)
      for (const { paths, now: words } of values) {
        if (paths.some((path) => changed.has(path))) continue;
        for (const path of paths) {
          changed.add(path);
          data = withValue(data, path, paths.length === 1 && words !== '' ? words : undefined);
        }
      }
    const isTold = told.some(
      (one) => (after !== '' && one.now.includes(after)) || (before !== '' && one.was.includes(before)),
    );
    if (isTold || (isKnown && !isText)) continue;
    const kind = before === '' ? 'inserted' : after === '' ? 'deleted' : 'changed';
    const { author = null, at = null } = by ?? {};
    changes.push({ clause, kind, was, now, tracked: by !== undefined, author, at });
    // The value of a new paragraph is in no blank.
    if (before === '')
      for (const path of filledIn) if (wordsOf(String(valueAt(data, path))) === after) filledIn.delete(path);
  }
  return { data, changed, filledIn, changes };
}

function wordsOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
