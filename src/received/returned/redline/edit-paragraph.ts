import type { Paragraph, Run } from '../../../formats/docx/model/model.ts';
import type { Revision } from '../../../formats/docx/model/revision.ts';
import { equalRuns } from '../../../formats/docx/redline/align.ts';
import { oneLine } from '../../../lib/words-of.ts';
import { kindOf, typedNumber } from '../align/typed-number.ts';
import { NOT_MARKED, revisionOf } from './authors.ts';
import { type ExactText, exactText } from './exact-text.ts';
import type { FoundWord, Line } from './line.ts';
import { BLANK, type Word, type Words } from './words.ts';

type Keyed = Pick<Word, 'key'>;

/** A paragraph of the exact document beside the one that it is in the file, with the tracked changes rejected. */
export interface KnownParagraph {
  readonly paragraph: Paragraph;
  readonly exact: ExactText;
  readonly before: Line;
  /** Index of each word that both have, with that in the file. */
  readonly shared: ReadonlyMap<number, number>;
}

export function knownParagraph(paragraph: Paragraph, line: Line, words: Words): KnownParagraph {
  const exact = exactText(paragraph, words);
  const before = withoutNumber(line, paragraph, exact);
  return { paragraph, exact, before, shared: pairsOf(exact.words, before.words) };
}

/** A line without the number of its clause, which a program may have written as text. */
function withoutNumber(line: Line, { number }: Paragraph, exact: Pick<ExactText, 'text' | 'words'>): Line {
  if (number === undefined) return line;
  const { words, text } = line;
  const isOwn = words[0]?.key === exact.words[0]?.key;
  const count = isOwn ? 0 : typedNumber({ text, list: words });
  const typed = text.slice(0, words[count - 1]?.end);
  // What the file numbers itself has no number of another kind as text.
  const isOther = line.number !== undefined && kindOf(line.number.label) !== kindOf(typed);
  return count === 0 || isOther ? line : { ...line, words: words.slice(count) };
}

/** Which words of a file are those of the exact document, wherever they stand now. */
export class Shared {
  readonly #places = new Map<object, Set<number>>();

  add({ before, shared }: KnownParagraph): void {
    for (const index of shared.values()) {
      const { piece, at } = before.words[index] as FoundWord;
      this.#places.set(piece, (this.#places.get(piece) ?? new Set()).add(at));
    }
  }

  has({ piece, at }: FoundWord): boolean {
    return this.#places.get(piece)?.has(at) ?? false;
  }
}

/** Who has changed the words of a file. */
export interface Authorship {
  readonly shared: Shared;
  /** Who moved words between paragraphs: by a tracked change that splits or joins them, or in silence. */
  readonly moved: Revision;
}

/**
 * The runs of a paragraph, with who deleted what, and those that it has now, with who inserted what.
 * @param after the paragraph with the tracked changes accepted; undefined when nothing of it is left
 */
export function editedRuns(
  { paragraph, exact, before, shared }: KnownParagraph,
  line: Line | undefined,
  authorship: Authorship,
): { readonly from: Run[]; readonly to: Run[] } {
  const after = line && withoutNumber(line, paragraph, exact);
  const kept = pairsOf(exact.words, after?.words ?? []);
  if (kept.size === exact.words.length && kept.size === after?.words.length)
    return { from: paragraph.runs, to: paragraph.runs };
  const from = cutAtWords(exact, (index) => {
    if (kept.has(index)) return undefined;
    const found = before.words[shared.get(index) ?? -1];
    if (found === undefined) return NOT_MARKED;
    const by = found.piece.deleted ?? found.touched;
    return by === undefined ? authorship.moved : revisionOf(by);
  });
  const to = after === undefined ? [] : runsOf(exact, after, kept, (word) => insertedBy(word, authorship));
  return { from, to };
}

/** A live reference or an internal link of the file. */
export interface FoundReference {
  /** Where it leads in the exact document; undefined where that has words of its own. */
  readonly id: string | undefined;
  /** What it shows in the exact document. */
  readonly text: string;
  readonly bookmark: string;
  readonly isLink?: boolean;
}

export function referencesIn({ exact }: KnownParagraph, line: Line): FoundReference[] {
  const found = new Map<Run['link'], FoundReference>();
  const others = new Map<string, string[]>();
  if (!line.words.some(({ piece }) => leadsTo(piece) !== undefined)) return [];
  for (const [index, at] of pairsOf(exact.words, line.words)) {
    const { start = -1, end = -1 } = exact.words[index] ?? {};
    const link = exact.runAt(start)?.link;
    const piece = line.words[at]?.piece;
    const bookmark = leadsTo(piece);
    if (piece?.kind !== 'text' || bookmark === undefined || found.has(link)) continue;
    const isLink = piece.reference === undefined;
    if (link?.kind !== 'internal' || (!link.isReference && !isLink)) {
      if (isLink) continue;
      const words = others.get(bookmark) ?? [];
      others.set(bookmark, [...words, exact.text.slice(start, end)]);
      continue;
    }
    const own = exact.cut(0, exact.text.length).filter((run) => run.link === link);
    const text = own.map(({ content }) => (content.kind === 'text' ? content.text : '')).join('');
    found.set(link, { id: link.id, text, bookmark, isLink });
  }
  return [
    ...found.values(),
    ...Array.from(others, ([bookmark, words]) => ({ id: undefined, text: words.join(' '), bookmark })),
  ];
}

/** The bookmark to which a piece leads. */
function leadsTo(piece: FoundWord['piece'] | undefined): string | undefined {
  return piece?.kind === 'text' ? (piece.reference ?? piece.anchor) : undefined;
}

/** The runs of a paragraph that only the file has, in the format of another one. */
export function insertedRuns(
  { text, words }: Line,
  format: Pick<Run, 'format'>,
  authorship: Authorship,
): Run[] {
  return words.flatMap((word, index) => {
    const gap = index === 0 ? '' : gapOf(text, words[index - 1] as FoundWord, word);
    return textRuns(gap + text.slice(word.start, word.end), format, undefined, insertedBy(word, authorship));
  });
}

export function insertedBy(word: FoundWord, { shared, moved }: Authorship): Revision {
  const { inserted } = word.piece;
  if (inserted !== undefined) return revisionOf(inserted);
  if (!shared.has(word)) return NOT_MARKED;
  return word.touched === undefined ? moved : revisionOf(word.touched);
}

/** Index of each word of one list that another list has too, with that one's. */
function pairsOf(one: readonly Keyed[], other: readonly Keyed[]): Map<number, number> {
  const keys = (list: readonly Keyed[]) => list.map(({ key }) => key);
  const pairs = new Map<number, number>();
  for (const run of equalRuns(keys(one), keys(other)))
    if (run.isEqual)
      for (let index = 0; index < run.count; index++) pairs.set(run.start + index, run.startInTo + index);
  return pairs;
}

/** The runs of the whole text. The space before a word goes with it. */
function cutAtWords(exact: ExactText, byOf: (index: number) => Revision | undefined): Run[] {
  const runs: Run[] = [];
  let [start, end, by] = [0, 0, undefined as Revision | undefined];
  for (const [index, word] of exact.words.entries()) {
    const next = byOf(index);
    if (!isSameRevision(next, by)) {
      runs.push(...exact.cut(start, end, by));
      start = end;
    }
    [end, by] = [word.end, next];
  }
  return [...runs, ...exact.cut(start, end, by), ...exact.cut(end, exact.text.length)];
}

function isSameRevision(one: Revision | undefined, other: Revision | undefined): boolean {
  return one?.author === other?.author && one?.at === other?.at;
}

/** The runs of the text as it is now: words of the exact text keep their runs, others have the format of their neighbours. */
function runsOf(
  exact: ExactText,
  { text, words }: Line,
  pairs: ReadonlyMap<number, number>,
  byOf: (word: FoundWord) => Revision,
): Run[] {
  const exactOf = new Map(Array.from(pairs, ([index, found]) => [found, index]));
  const begin = exact.words[0]?.start ?? exact.text.length;
  const runs = exact.cut(0, begin);
  /** How far the exact text is used. */
  let [used, last] = [begin, -1];
  for (const [index, word] of words.entries()) {
    const own = exactOf.get(index);
    const gap = index === 0 ? '' : gapOf(text, words[index - 1] as FoundWord, word);
    if (own === undefined) {
      const [before, next] = [last, last + 1].map((place) => exact.runAt(exact.words[place]?.start ?? -1));
      const link = linkOf(word, before, next);
      runs.push(...textRuns(gap + text.slice(word.start, word.end), next ?? before, link, byOf(word)));
      continue;
    }
    const { start, end } = exact.words[own] as Word;
    const before = exact.words[own - 1]?.end ?? start;
    const hasGap = index > 0 && (gap !== '' || exactOf.get(index - 1) === own - 1);
    runs.push(...pictures(exact.cut(used, hasGap ? before : start)));
    // The space before it, in its own format, where both have one.
    if (hasGap)
      runs.push(
        ...(before < start
          ? exact.cut(before, start)
          : textRuns(gap, exact.runAt(start), undefined, byOf(word))),
      );
    runs.push(...exact.cut(start, end));
    [used, last] = [end, own];
  }
  const end = exact.words.at(-1)?.end ?? begin;
  return [...runs, ...pictures(exact.cut(used, end)), ...exact.cut(end, exact.text.length)];
}

/**
 * The link of an inserted word: that of its neighbours, if they have the same. A number in place of a reference is a reference
 * too, which Word brings up to date.
 */
function linkOf({ key }: FoundWord, before: Run | undefined, next: Run | undefined): Run['link'] {
  const link = next?.link;
  if (link?.kind === 'internal' && link.isReference) return /^\d+$/.test(key) ? link : undefined;
  return link === before?.link ? link : undefined;
}

/** The text of a line without empty blanks, with single spaces. */
export function textOfLine({ text, words }: Line): string {
  const parts = words.map((word, index) => {
    const gap = index === 0 ? '' : gapOf(text, words[index - 1] as FoundWord, word);
    return gap + (word.key === BLANK ? '' : text.slice(word.start, word.end));
  });
  return oneLine(parts.join(''));
}

/** What stands between two words of a file: a line break, a space, or nothing. */
function gapOf(text: string, one: FoundWord, other: FoundWord): string {
  const between = text.slice(one.end, other.start);
  return between.includes('\n') ? '\n' : /\s/.test(between) ? ' ' : '';
}

function pictures(runs: readonly Run[]): Run[] {
  return runs.filter(({ content }) => content.kind === 'picture');
}

function textRuns(
  text: string,
  model: Pick<Run, 'format'> | undefined,
  link: Run['link'],
  by: Revision,
): Run[] {
  if (model === undefined) return [];
  const run = { format: model.format, link, control: undefined, by };
  // A blank of the file that the exact document does not have is nothing.
  return text
    .replaceAll(BLANK, '')
    .split('\n')
    .flatMap((line, index): Run[] => [
      ...(index === 0 ? [] : [{ ...run, content: { kind: 'break' } as const }]),
      ...(line === '' ? [] : [{ ...run, content: { kind: 'text', text: line } as const }]),
    ]);
}
