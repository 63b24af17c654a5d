import { clausesOf, type FoundLine } from '../align/lines.ts';
import { matchLabelled } from '../align/typed-number.ts';
import type { Passage } from '../file/passages.ts';
import type { Fit } from '../fit/fit.ts';
import type { Change } from '../reading.ts';
import type { Unit } from '../text/expected.ts';
import { tokensOf } from '../text/marked-text.ts';
import { isHints } from '../text/unit-words.ts';
import { renumberedLines } from './renumbered.ts';

/** A change with the row of a table that it is in, and its place in the document. */
interface Placed {
  readonly change: Change;
  readonly place: number;
  readonly row: number | undefined;
}

const SILENT = { tracked: false, author: null, at: null };

/**
 * The differences of a file from its exact text outside of holes: what the file has with all tracked changes rejected is
 * compared with the exact text, so that a difference there is one that nobody marked; what is tracked is read as it is.
 */
export function changesOf(
  { passages }: { readonly passages: readonly Passage[] },
  lines: readonly FoundLine[],
  { units, alignment }: Fit,
): Change[] {
  const changes: Placed[] = [];
  const unitOf = new Map<number, Unit>();
  let [clause, place] = [units[0]?.clause ?? '', 0];
  const read = new Set(
    alignment.pairs.flatMap(({ unit, match: matched }) =>
      (matched?.spans ?? []).flatMap((span, hole) =>
        span === undefined ? [] : (units[unit ?? 0]?.holes[hole]?.paths ?? []),
      ),
    ),
  );
  const renumbered = renumberedLines(units, lines, passages, alignment);
  const texts = new Set(units.flatMap(({ text, holes }) => (holes.length === 0 ? [text] : [])));
  for (const { unit: unitIndex, found, match: matched } of alignment.pairs) {
    const unit = unitIndex === undefined ? undefined : units[unitIndex];
    const line = found === undefined ? undefined : lines[found];
    if (line !== undefined) place = line.passage;
    clause = unit?.clause ?? clause;
    const row = line === undefined ? undefined : passages[line.passage]?.row;
    if (unit === undefined && line !== undefined && !isCaption(line, texts, lines, passages))
      changes.push({
        change: { clause, kind: 'inserted', was: '', now: line.before.text, ...SILENT },
        place,
        row,
      });
    else if (unit !== undefined && line === undefined) {
      const was = knownText(unit, read);
      if (was !== '' && !isHints(unit))
        changes.push({
          change: { clause, kind: 'deleted', was, now: '', ...SILENT },
          place: place + 0.5,
          row: undefined,
        });
    } else if (unit !== undefined && line !== undefined) {
      unitOf.set(line.passage, unit);
      if ((matched?.different ?? 0) > 0 && !renumbered.has(found ?? -1))
        changes.push({
          change: { clause, kind: 'changed', was: knownText(unit, read), now: line.before.text, ...SILENT },
          place,
          row,
        });
    }
  }
  const clauses = clausesOf(passages.length, lines, units, alignment.pairs);
  for (const [index, passage] of passages.entries()) {
    const change = trackedChange(passage, clauses[index] ?? '', unitOf.get(index));
    if (change !== undefined) changes.push({ change, place: index + 0.25, row: passage.row });
  }
  return mergedRows(changes.toSorted((one, other) => one.place - other.place));
}

/** Without the values that stand nowhere in the file: what they were is not known, and the data say that they are gone. */
function knownText({ text, tokens, holes }: Unit, read: ReadonlySet<string>): string {
  const unread = tokens.filter(({ hole }) => {
    const { paths = [] } = holes[hole ?? -1] ?? {};
    return paths.length > 0 && !paths.some((path) => read.has(path));
  });
  if (unread.length === 0) return text;
  const known = unread.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  // The commas between values are no words.
  return /[\p{L}\p{N}]/u.test(known) ? tokensOf(known).text : '';
}

/** Whether a program printed what describes a table to screen readers, its heading, once more above it: so does Pandoc. */
function isCaption(
  { passage, before }: FoundLine,
  texts: ReadonlySet<string>,
  lines: readonly FoundLine[],
  passages: readonly Passage[],
): boolean {
  const isRow = (index: number) => passages[index]?.row !== undefined;
  const next = passages[passage + 1]?.before[0];
  const isAbove = isRow(passage + 1) || (isRow(passage + 2) && tokensOf(next ?? '').text === before.text);
  const isCopy = () => lines.some((line) => line.passage !== passage && line.before.text === before.text);
  return isAbove && !isRow(passage) && texts.has(before.text) && isCopy();
}

function trackedChange(
  { before, after, tracked }: Passage,
  clause: string,
  unit: Unit | undefined,
): Change | undefined {
  if (tracked === undefined) return undefined;
  const texts = (view: readonly string[]) => view.map((line) => tokensOf(line).text).join('\n');
  const [was, now] = [texts(before), texts(after)];
  if (was === now) return undefined;
  const kind = was === '' ? 'inserted' : now === '' ? 'deleted' : 'changed';
  // A value that was changed is data.
  const isValue =
    unit !== undefined &&
    before.length === 1 &&
    after.length === 1 &&
    [before, after].every(([line = '']) => matchLabelled(unit, tokensOf(line)).different === 0);
  return isValue ? undefined : { clause, kind, was, now, tracked: true, ...tracked };
}

/** The cells of a row that was inserted, or deleted by a tracked change, are one change. */
function mergedRows(changes: readonly Placed[]): Change[] {
  const merged: Placed[] = [];
  for (const one of changes) {
    const last = merged.at(-1);
    const { change } = one;
    const isSame =
      last !== undefined &&
      one.row !== undefined &&
      last.row === one.row &&
      change.kind !== 'changed' &&
      last.change.kind === change.kind &&
      last.change.tracked === change.tracked &&
      last.change.author === change.author;
    if (!isSame) {
      merged.push(one);
      continue;
    }
    const join = (first: string, second: string) => [first, second].filter(Boolean).join('\t');
    merged[merged.length - 1] = {
      ...last,
      change: {
        ...last.change,
        was: join(last.change.was, change.was),
        now: join(last.change.now, change.now),
      },
    };
  }
  return merged.map(({ change }) => change);
}
