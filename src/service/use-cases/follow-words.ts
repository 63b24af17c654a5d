import type { Reading as ReadingAnswer } from '../../../schemas/reading.ts';
import { type FieldTable, fieldAt } from '../../formats/document/field-table.ts';
import { valueAt, withoutEntry, withValue } from '../../lib/paths.ts';
import { wordsOf } from '../../lib/words-of.ts';
import { boundedText } from '../../received/returned/bounds.ts';
import type { Change, Difference, Differences } from '../../received/returned/read.ts';
import { valuesOf } from '../../received/returned/values/values.ts';
import type { FoundValues } from './found-values.ts';
import type { KnownValues } from './known-values.ts';

/** What was found in a file. */
export interface Findings extends Pick<FoundValues, 'data' | 'filledIn' | 'changed' | 'moved'> {
  readonly changes: readonly Change[];
}

type ChangedValue = NonNullable<ReadingAnswer['changedValues']>[number];

interface Followed extends Pick<Findings, 'data' | 'filledIn'> {
  readonly changedValues: readonly ChangedValue[];
  readonly changes: ReadingAnswer['changes'];
}

interface KnownFields {
  readonly fields: FieldTable;
  /** Whether the values are known with which the document was made; otherwise they are those of the file. */
  readonly isKnown: boolean;
  /** Undefined: what the redline does not have was not changed. */
  readonly sentAt: KnownValues['sentAt'] | undefined;
}

/**
 * Findings that say all that the redline of the file has as tracked changes: other words in the place of a value are another
 * value, any others are a change. So nothing is as made or filled in of which the redline is not empty.
 * @param redline besides blanks that were filled in
 */
export function followWords(
  found: Findings,
  redline: Pick<Differences, 'list' | 'kept' | 'gone'>,
  { fields, isKnown, sentAt }: KnownFields,
): Followed {
  let { data } = found;
  const changed = new Map<string, ChangedValue>();
  const title = (path: string) => {
    const [, entry] = /\[(\d+)\]$/.exec(path) ?? [];
    const name = fieldAt(fields, path)?.title ?? path;
    return entry === undefined ? name : `${name}, entry ${Number(entry) + 1}`;
  };
  const sentText = (path: string) => {
    const sent = sentAt?.(path);
    return sent === undefined ? null : String(sent);
  };
  const filledIn = new Set(found.filledIn);
  const changes: ReadingAnswer['changes'] = [];
  const wordsAt = (path: string) => wordsOf(String(valueAt(found.data, path) ?? ''));
  const filledInWith = Map.groupBy(found.filledIn, wordsAt);
  const filledInAs = (text: string) =>
    [text, ...valuesOf(text, { format: 'date' })].flatMap(
      (one) => filledInWith.get(wordsOf(String(one))) ?? [],
    );
  const isNew = (words: string) =>
    redline.list.some(({ was, now }) => wordsOf(now).includes(words) && !wordsOf(was).includes(words));
  for (const { values } of isKnown ? redline.list : [])
    for (const { paths, was: printed, now: words, by: author } of values) {
      // What is read in words that are as they were made is another value.
      if (words === '')
        for (const path of paths)
          if (!found.moved.has(path) && wordsAt(path) !== '' && !isNew(wordsAt(path)))
            data = withValue(data, path, undefined);
      // Of values that one place joins, the reading may know which one was changed.
      const known = paths.filter((path) => found.changed.has(path));
      const touched = known.length > 0 ? known : paths;
      for (const path of touched)
        if (known.length === 0 && !found.moved.has(path))
          data = withValue(data, path, paths.length === 1 && words !== '' ? words : undefined);
      const isJoint = paths.length > 1 && words !== '';
      // Of values that are gone together, nobody can say which one has the words that stand in their place.
      const open = touched.filter((path) => isJoint && valueAt(data, path) === undefined);
      if (touched.some((path) => valueAt(data, path) === words)) open.length = 0;
      for (const path of touched) {
        const [first = path, ...rest] = open.includes(path) ? open : [];
        const isRead = (paths.length > 1 || words === '') && !found.moved.has(path) && !open.includes(path);
        const now = isRead ? String(valueAt(data, path) ?? '') : words;
        const was = paths.length > 1 && !open.includes(path) ? sentText(path) : printed;
        const told = { path, title: [first, ...rest].map(title).join(', '), was, now, ...markedBy(author) };
        if (!changed.has(path)) changed.set(path, changed.get(first) ?? told);
      }
    }
  for (const path of sentAt === undefined ? [] : found.changed) {
    if (redline.kept.has(path)) {
      data = withValue(data, path, redline.kept.get(path));
      continue;
    }
    const now = String(valueAt(data, path) ?? '');
    // What the text as made shows nowhere, such as the currency of an amount that is gone, is no value that was changed.
    if (now === '' && !redline.gone.has(path)) continue;
    const told = { path, title: title(path), was: sentText(path), now, ...markedBy(undefined) };
    if (!changed.has(path)) changed.set(path, told);
  }
  const otherValues = new Set(Array.from(changed.values(), ({ now }) => wordsOf(now)));
  for (const { clause, heading, number, was, now, isText, by } of redline.list) {
    const numbered = number === undefined ? {} : { number };
    const [before, after] = [wordsOf(was), wordsOf(now)];
    // A value in a paragraph of its own is a paragraph that is gone and one that is new.
    const isValue = isKnown && before === '' && otherValues.has(after);
    if (isValue || (isKnown && !isText)) continue;
    const kind = before === '' ? 'inserted' : after === '' ? 'deleted' : 'changed';
    changes.push({ clause, heading, ...numbered, kind, was, now, ...markedBy(by) });
    // The values of a new paragraph or row are in no blank.
    const cells = before === '' ? now.split('\t').map(filledInAs) : [];
    for (const entry of new Set(cells[0]?.map(entryOf))) {
      const own = cells.map((paths) => paths.filter((path) => entryOf(path) === entry));
      if (own.every(({ length }) => length > 0)) for (const path of own.flat()) filledIn.delete(path);
    }
  }
  // What a tracked change deletes is there no more.
  const gone = [...changed.values()].filter(({ path, now }) => now === '' && valueAt(data, path) === '');
  for (const { path } of gone.toReversed()) data = withoutEntry(data, path);
  return {
    ...{ data, filledIn, changedValues: Array.from(new Set(changed.values()), bounded) },
    changes: [...changes, ...found.changes.map((change) => ({ heading: '', ...change }))],
  };
}

/** The object that a field is of. */
function entryOf(path: string): string {
  return path.replace(/\.[^.]*$/, '');
}

function bounded(value: ChangedValue): ChangedValue {
  return { ...value, was: value.was && boundedText(value.was), now: boundedText(value.now) };
}

function markedBy(by: Difference['by']): Pick<ChangedValue, 'tracked' | 'author' | 'at'> {
  return { tracked: by !== undefined, author: by?.author ?? null, at: by?.at ?? null };
}
