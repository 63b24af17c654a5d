import { bookmarksIn } from '../../../formats/docx/convert.ts';
import type { Block, ListDefinition, Paragraph } from '../../../formats/docx/model/model.ts';
import { wordsOf } from '../../../lib/words-of.ts';
import { typedNumber } from '../align/typed-number.ts';
import { wordsOfLabel } from '../file/numbering.ts';
import type { Change, Place } from '../reading.ts';
import type { ClauseNumbers } from './clause-numbers.ts';
import type { FoundReference } from './edit-paragraph.ts';
import type { Line } from './line.ts';
import type { ParagraphEdit } from './paragraph-edit.ts';

/** A program that writes numbers or bookmarks anew does so everywhere: what most places have is no change. */
const MOST = 0.75;

type PlaceOf = (paragraph: Paragraph | undefined) => Place;

/**
 * What a reader sees of numbers and references that no word of the text says: words in a number, a clause without its number or
 * on another level, a reference that leads elsewhere.
 */
export function numberMarksIn(
  exact: readonly Block[],
  edits: readonly ParagraphEdit[],
  { numbers, placeOf }: { readonly numbers: ClauseNumbers; readonly placeOf: PlaceOf },
): Change[] {
  const marked = (place: Paragraph | undefined, mark: string, now: string): Change => ({
    ...placeOf(place),
    ...{ kind: 'marked', was: '', now, tracked: false, author: null, at: null, mark },
  });
  const lines = edits.flatMap(({ place, added, line }): NumberedLine[] => {
    const scheme = place?.number?.list.definition.scheme;
    if (added !== undefined || place === undefined || line === undefined || scheme === undefined) return [];
    return [{ place, line, level: `${scheme} ${place.number?.level}` }];
  });
  const [unnumbered, moved] = [withoutNumber(lines), onOtherLevel(lines)];
  const counted = lines.filter((one) => !moved.includes(one));
  return [
    ...Array.from(wordsInNumbers(edits), ([words, place]) => marked(place, 'written into the number', words)),
    ...Array.from(otherLabels(counted, numbers), ({ place, line, label }) =>
      marked(place, label === '' ? 'without its number' : `numbered ${label}`, line.text),
    ),
    ...unnumbered.map(({ place, line }) => marked(place, 'without its number', line.text)),
    ...moved.map(({ place, line }) => marked(place, 'on another level', line.text)),
    ...leadingElsewhere(exact, edits, numbers).map(({ place, text }) =>
      marked(place, 'refers to another clause', text),
    ),
    ...referencesOf(edits)
      .filter(({ id }) => id === undefined)
      .map(({ place, text }) => marked(place, 'computed anew', text)),
  ];
}

interface NumberedLine {
  readonly place: Paragraph;
  readonly line: Line;
  /** In the exact document. */
  readonly level: string;
}

/** The words that numbers of the file print and those of the text do not, with the first place of each. */
function wordsInNumbers(edits: readonly ParagraphEdit[]): Map<string, Paragraph | undefined> {
  const found = new Map<string, Paragraph | undefined>();
  for (const { place, added, line } of edits) {
    const { level = -1, list } = (added === undefined ? place?.number : undefined) ?? {};
    // What has no number in the text has none of which the figures are right; a bullet is a format.
    const isOwn = added !== undefined || list !== undefined;
    const label = line?.number?.label ?? '';
    const words = isOwn
      ? (line?.number?.words ?? '')
      : /[\p{L}\p{N}\p{Sc}\p{Sm}\p{Pd}]/u.test(label)
        ? label
        : '';
    const own = wordsOfLabel(list?.definition.levels[level]?.label ?? '');
    if (words !== '' && words !== own && words !== 'Schedule' && !found.has(words)) found.set(words, place);
  }
  return found;
}

/** Where the numbers of a list begin to be other ones. */
function otherLabels(lines: readonly NumberedLine[], numbers: ClauseNumbers) {
  const found = new Map<ListDefinition | undefined, NumberedLine & { readonly label: string }>();
  for (const one of lines) {
    const { place, line } = one;
    const { list, level = 0 } = place.number ?? {};
    const typed = line.number === undefined ? typedLabel(one) : undefined;
    const label = typed ?? line.number?.label;
    const own = list?.definition.levels[level]?.label ?? '';
    const hasOwnWords = typed !== undefined || line.number?.words === wordsOfLabel(own);
    if (label === undefined || !hasOwnWords || found.has(list?.definition)) continue;
    if (!numbers.labelsOf(place).some((known) => wordsOf(known) === wordsOf(label)))
      found.set(list?.definition, { ...one, label });
  }
  return found.values();
}

/** The number of a clause that a program has written as text. */
function typedLabel({ place, line }: NumberedLine): string | undefined {
  const last = line.words[typedNumber({ text: line.text, list: line.words }) - 1];
  const label = last && line.text.slice(0, last.end);
  const [first] = place.runs;
  // What begins with a number has no other one.
  const isOwn = first?.content.kind === 'text' && label !== undefined && first.content.text.startsWith(label);
  return isOwn ? undefined : label;
}

function withoutNumber(lines: readonly NumberedLine[]): NumberedLine[] {
  const without = lines.filter((one) => one.line.number === undefined && typedLabel(one) === undefined);
  return without.length > lines.length * (1 - MOST) ? without.slice(0, 1) : without;
}

/** Paragraphs that look in the file like those of another level do. */
function onOtherLevel(lines: readonly NumberedLine[]): NumberedLine[] {
  const alike = Map.groupBy(
    lines.filter(({ line }) => line.number !== undefined),
    ({ line }) => `${line.style} ${line.number?.level}`,
  );
  return [...alike.values()].flatMap((own) => {
    const levels = Map.groupBy(own, ({ level }) => level);
    const [most = []] = [...levels.values()].sort((one, other) => other.length - one.length);
    return most.length < own.length * MOST ? [] : own.filter((one) => !most.includes(one));
  });
}

interface PlacedReference extends FoundReference {
  readonly place: Paragraph | undefined;
}

function referencesOf(edits: readonly ParagraphEdit[]): PlacedReference[] {
  return edits.flatMap(({ place, references = [] }) =>
    references.map((reference) => ({ ...reference, place })),
  );
}

/** References with another bookmark than that of their clause, or whose bookmark stands in another clause. */
function leadingElsewhere(
  exact: readonly Block[],
  edits: readonly ParagraphEdit[],
  numbers: ClauseNumbers,
): PlacedReference[] {
  const bookmarksOf = bookmarksIn(exact);
  const standsIn = new Map(
    edits.flatMap(({ place, added, line }) =>
      added === undefined ? (line?.bookmarks ?? []).map((name) => [name, place] as const) : [],
    ),
  );
  const isElsewhere = ({ id, text, bookmark, isLink }: PlacedReference) => {
    if (id === undefined) return false;
    const own = bookmarksOf(id, text);
    // A link to a term leads to it wherever its definition stands.
    if (isLink) return own.length > 0 && !own.includes(bookmark);
    const target = numbers.targetOf(id);
    const place = standsIn.get(bookmark) ?? target;
    return (own.length > 0 && !own.includes(bookmark)) || place !== target;
  };
  const { links = [], references = [] } = Object.groupBy(referencesOf(edits), ({ isLink }) =>
    isLink ? 'links' : 'references',
  );
  return [references, links].flatMap((all) => {
    const elsewhere = all.filter(isElsewhere);
    return elsewhere.length > all.length * (1 - MOST) ? [] : elsewhere;
  });
}
