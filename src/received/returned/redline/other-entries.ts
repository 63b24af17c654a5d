import { allParagraphs, type Block, type Paragraph } from '../../../formats/docx/model/model.ts';
import { wordsOf } from '../../../lib/words-of.ts';
import { longestIncreasing } from '../align/longest-increasing.ts';
import { withoutPage } from '../file/contents.ts';
import type { Change } from '../reading.ts';
import type { ClauseNumbers } from './clause-numbers.ts';
import { textOfRuns } from './exact-text.ts';
import type { ParagraphEdit } from './paragraph-edit.ts';

interface Contents {
  readonly edits: readonly ParagraphEdit[];
  readonly numbers: ClauseNumbers;
  /** Whether all of its entries are compared. */
  readonly isWhole: boolean;
}

/**
 * The entries of a table of contents that name no clause as it was, nor as it is in the file, since a program writes them anew
 * when somebody asks for it; those that stand in another order; and the headings that have no entry.
 */
export function otherEntries(
  entries: readonly string[],
  exact: readonly Block[],
  { edits, numbers, isWhole }: Contents,
): Change[] {
  if (entries.length === 0) return [];
  const paragraphs = allParagraphs(exact);
  const named = new Map<string, Paragraph | undefined>();
  // A clause that has no heading has no entry.
  const headings = paragraphs.filter(({ style }) => style.outlineLevel !== undefined);
  for (const { line, place, from } of edits)
    if (line !== undefined && (from.length === 0 || place?.style.outlineLevel !== undefined))
      for (const text of [`${line.number?.label ?? ''} ${line.text}`, line.text])
        named.set(wordsOf(text), from.length === 0 ? undefined : place);
  for (const paragraph of headings)
    for (const label of [...numbers.labelsOf(paragraph), ''])
      named.set(wordsOf(`${label} ${textOfRuns(paragraph.runs)}`), paragraph);
  const key = (entry: string) => [entry, withoutPage(entry)].map(wordsOf).find((words) => named.has(words));
  const others = entries
    .filter((entry) => key(entry) === undefined)
    .map((now) => told({ now, mark: 'refers to another clause' }));
  if (!isWhole) return others;
  const gone = new Set(edits.flatMap(({ place, to }) => (to.length === 0 ? [place] : [])));
  const places = new Map([...paragraphs].filter((one) => !gone.has(one)).map((one, at) => [one, at]));
  const placed = entries.flatMap((entry, at): [number, number][] => {
    const words = key(entry);
    const place = words === undefined ? undefined : places.get(named.get(words) as Paragraph);
    return place === undefined ? [] : [[at, place]];
  });
  const inOrder = longestIncreasing(placed);
  const ordered = new Set(inOrder.map(([at]) => at));
  const elsewhere = placed.flatMap(([at]) => {
    const entry = entries[at] ?? '';
    return ordered.has(at)
      ? []
      : [told({ kind: 'deleted', was: entry }), told({ kind: 'inserted', now: entry })];
  });
  const placesOfEntries = new Set(placed.map(([, place]) => place));
  /** Whether there is an entry, or another one in its place. */
  const hasEntry = (at: number) => {
    const before = inOrder.findLast(([, place]) => place < at)?.[0] ?? -1;
    const after = inOrder.find(([, place]) => place > at)?.[0];
    return (
      placesOfEntries.has(at) || entries.slice(before + 1, after).some((entry) => key(entry) === undefined)
    );
  };
  const levels = new Set(
    [...places].flatMap(([{ style }, at]) => (placesOfEntries.has(at) ? [style.outlineLevel] : [])),
  );
  const missing = [...places].flatMap(([one, at]) =>
    one.style.outlineLevel === undefined || !levels.has(one.style.outlineLevel) || hasEntry(at)
      ? []
      : [told({ kind: 'deleted', was: `${numbers.labelsOf(one)[0] ?? ''} ${textOfRuns(one.runs)}`.trim() })],
  );
  return [...others, ...elsewhere, ...missing];
}

function told(change: Partial<Change>): Change {
  const silent = { tracked: false, author: null, at: null };
  return { clause: 'Contents', kind: 'marked', was: '', now: '', ...silent, ...change };
}
