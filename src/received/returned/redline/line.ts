import type {
  Changes,
  ControlMark,
  NumberOfParagraph,
  ReturnedParagraph,
  ReturnedText,
  Tracked,
} from '../file/word-model.ts';
import type { Words } from './words.ts';

type Piece = ReturnedText | ControlMark;

/** The two views of a file: with all tracked changes rejected, and accepted. */
export type View = 'before' | 'after';

/** A word of a returned paragraph, and where it stands in the file. */
export interface FoundWord {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly piece: Piece;
  /** In the piece. */
  readonly at: number;
  /** The tracked change of some of its letters; undefined if it has none. */
  readonly touched: Tracked | undefined;
}

/** A paragraph of one view, which a tracked change may have made of several. */
export interface Line {
  /** Indexes of its first and last paragraph. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
  readonly words: readonly FoundWord[];
  readonly style: string;
  readonly number: NumberOfParagraph | undefined;
  readonly bookmarks: readonly string[];
  /** Of the mark at its end. */
  readonly mark: Changes;
}

/** The paragraphs of a view, as far as they have words. */
export function linesOf(
  paragraphs: ReadonlyMap<number, ReturnedParagraph>,
  view: View,
  words: Words,
): Line[] {
  const hides = view === 'before' ? 'inserted' : 'deleted';
  const lines: Line[] = [];
  let open:
    | {
        first: number;
        style: string;
        number: NumberOfParagraph | undefined;
        text: string;
        bookmarks: string[];
        pieces: [piece: Piece, start: number][];
        changes: TrackedLetters[];
      }
    | undefined;
  let previous: number | undefined;
  const close = (last: number, mark: Changes) => {
    if (open === undefined) return;
    const { pieces, changes, ...rest } = open;
    open = undefined;
    const found = placed(words.of(rest.text), pieces, changes);
    if (found.length > 0) lines.push({ ...rest, last, words: found, mark });
  };
  let lastMark: Changes = {};
  for (const [index, { style, number, pieces, mark, bookmarks }] of paragraphs) {
    // A table stands between.
    if (previous !== undefined && index > previous + 1) close(previous, lastMark);
    open ??= { first: index, style, number, text: '', bookmarks: [], pieces: [], changes: [] };
    open.bookmarks.push(...bookmarks);
    // Of paragraphs that a deleted mark joins, the last one has the number.
    open.number ??= number;
    if (/\S$/.test(open.text)) open.text += ' ';
    for (const piece of pieces) {
      if (piece.kind === 'start' || piece.kind === 'end') continue;
      const { length } = open.text;
      const by = piece.inserted ?? piece.deleted;
      if (by !== undefined && piece.kind === 'text')
        open.changes.push({ by, at: length, isHidden: piece[hides] !== undefined, text: piece.text });
      if (piece[hides] !== undefined) continue;
      open.pieces.push([piece, length]);
      open.text += piece.kind === 'text' ? piece.text : words.blank;
    }
    // The mark of a paragraph without a text in this view joins nothing in it.
    if (mark[hides] === undefined || open.text.trim() === '') close(index, mark);
    [previous, lastMark] = [index, mark];
  }
  if (previous !== undefined) close(previous, lastMark);
  return lines;
}

/** Letters that a tracked change deletes or inserts. */
interface TrackedLetters {
  readonly by: Tracked;
  /** Place in the text of the view, which may not have them. */
  readonly at: number;
  readonly isHidden: boolean;
  readonly text: string;
}

function placed(
  found: readonly { readonly key: string; readonly start: number; readonly end: number }[],
  pieces: readonly [piece: Piece, start: number][],
  changes: readonly TrackedLetters[],
): FoundWord[] {
  let [next, from] = [0, 0];
  const endOf = ({ at, isHidden, text }: TrackedLetters) => at + (isHidden ? 0 : text.length);
  return found.map((word) => {
    const isBehind = (change: TrackedLetters | undefined) =>
      change !== undefined && endOf(change) < word.start;
    while (isBehind(changes[from])) from += 1;
    while (next + 1 < pieces.length && (pieces[next + 1]?.[1] ?? 0) <= word.start) next += 1;
    const [piece, start] = pieces[next] as [Piece, number];
    let touched: Tracked | undefined;
    for (let at = from; touched === undefined && at < changes.length; at++) {
      const change = changes[at] as TrackedLetters;
      if (change.at > word.end) break;
      if (touches(change, word)) touched = change.by;
    }
    return { ...word, piece, at: word.start - start, touched };
  });
}

function touches(
  { at, isHidden, text }: TrackedLetters,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  if (!isHidden) return at < end && at + text.length > start;
  if (at < start || at > end) return false;
  const isInside = at > start && at < end;
  return isInside || (at === end ? /^[\p{L}\p{N}]/u : /[\p{L}\p{N}]$/u).test(text);
}
