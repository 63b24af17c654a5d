import type { Reading as ReadingAnswer } from '../../../schemas/reading.ts';
import { type FieldTable, fieldAt } from '../../formats/document/field-table.ts';
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

type ChangedValue = NonNullable<ReadingAnswer['changedValues']>[number];

interface Followed extends Pick<Findings, 'data' | 'filledIn'> {
  readonly changedValues: readonly ChangedValue[];
  readonly changes: ReadingAnswer['changes'];
}

/**
 * Findings that say all that the redline of the file has as tracked changes: other words in the place of a value are another
 * value, any others are a change. So nothing is as made or filled in of which the redline is not empty.
 * @param redline besides blanks that were filled in
 * @param isKnown whether the values are known with which the document was made; otherwise they are those of the file
 */
export function followWords(
  found: Findings,
  redline: readonly Difference[],
  isKnown: boolean,
  fields: FieldTable,
): Followed {
  let { data } = found;
  const changed = new Map<string, ChangedValue>();
  const title = (path: string) => {
    const [, entry] = /\[(\d+)\]$/.exec(path) ?? [];
    const name = fieldAt(fields, path)?.title ?? path;
    return entry === undefined ? name : `${name}, entry ${Number(entry) + 1}`;
  };
  const filledIn = new Set(found.filledIn);
  // A mark or a note tells nothing of the words around it.
  const told = found.changes.map(({ kind, heading, was, now }) =>
    kind === 'marked' || heading !== undefined ? NOTHING : { was: wordsOf(was), now: wordsOf(now) },
  );
  let changes = found.changes.map((change) => ({ heading: '', ...change }));
  for (const { clause, heading, was, now, values, isText, by } of redline) {
    const [before, after] = [wordsOf(was), wordsOf(now)];
    if (isKnown)
      for (const { paths, was: printed, now: words, by: author } of values) {
        // Of values that one place joins, the reading may know which one was changed.
        const known = paths.filter((path) => found.changed.has(path));
        for (const path of known.length > 0 ? known : paths) {
          if (known.length === 0)
            data = withValue(data, path, paths.length === 1 && words !== '' ? words : undefined);
          const own = paths.length > 1 || words === '' ? String(valueAt(data, path) ?? words) : words;
          const before = paths.length > 1 ? null : printed;
          if (!changed.has(path))
            changed.set(path, { path, title: title(path), was: before, now: own, ...markedBy(author) });
        }
      }
    const own = told.flatMap((one, index) =>
      (after !== '' && one.now.includes(after)) || (before !== '' && one.was.includes(before)) ? [index] : [],
    );
    // It names the row, and the heading of the clause.
    const place = (index: number) =>
      changes[index]?.clause === clause.replace(/: .*/, '') && { clause, heading };
    changes = changes.map((change, index) => (own.includes(index) ? { ...change, ...place(index) } : change));
    // A value in a paragraph of its own is a paragraph that is gone and one that is new.
    const isValue =
      isKnown &&
      before === '' &&
      [...found.changed].some((path) => wordsOf(String(valueAt(data, path) ?? '')) === after);
    if (own.length > 0 || isValue || (isKnown && !isText)) continue;
    const kind = before === '' ? 'inserted' : after === '' ? 'deleted' : 'changed';
    changes.push({ clause, heading, kind, was, now, ...markedBy(by) });
    // The value of a new paragraph is in no blank.
    if (before === '')
      for (const path of filledIn) if (wordsOf(String(valueAt(data, path))) === after) filledIn.delete(path);
  }
  for (const path of found.changed) {
    const now = String(valueAt(data, path) ?? '');
    if (!changed.has(path))
      changed.set(path, { path, title: title(path), was: null, now, ...markedBy(undefined) });
  }
  return { data, filledIn, changedValues: [...changed.values()], changes: asRows(changes) };
}

/** What was deleted and what was inserted in one row is one change. */
function asRows(changes: ReadingAnswer['changes']): ReadingAnswer['changes'] {
  const rows: ReadingAnswer['changes'] = [];
  for (const change of changes) {
    const { clause, kind, tracked, author } = change;
    const at = rows.findIndex(
      (other) =>
        clause.includes(': ') &&
        other.clause === clause &&
        other.tracked === tracked &&
        other.author === author &&
        [other.kind, kind].sort().join() === 'deleted,inserted',
    );
    const other = rows[at];
    if (other === undefined) rows.push(change);
    else rows[at] = { ...other, kind: 'changed', was: other.was || change.was, now: other.now || change.now };
  }
  return rows;
}

function markedBy(by: Difference['by']): Pick<ChangedValue, 'tracked' | 'author' | 'at'> {
  return { tracked: by !== undefined, author: by?.author ?? null, at: by?.at ?? null };
}

const NOTHING = { was: '', now: '' };

function wordsOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
