import type {
  Changes,
  ControlMark,
  NumberOfParagraph,
  ReturnedParagraph,
  ReturnedText,
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
      }
    | undefined;
  let previous: number | undefined;
  const close = (last: number, mark: Changes) => {
    if (open === undefined) return;
    const { pieces, ...rest } = open;
    open = undefined;
    const found = placed(words.of(rest.text), pieces);
    if (found.length > 0) lines.push({ ...rest, last, words: found, mark });
  };
  let lastMark: Changes = {};
  for (const [index, { style, number, pieces, mark, bookmarks }] of paragraphs) {
    // A table stands between.
    if (previous !== undefined && index > previous + 1) close(previous, lastMark);
    open ??= { first: index, style, number, text: '', bookmarks: [], pieces: [] };
    open.bookmarks.push(...bookmarks);
    // Of paragraphs that a deleted mark joins, the last one has the number.
    open.number ??= number;
    if (/\S$/.test(open.text)) open.text += ' ';
    for (const piece of pieces) {
      if (piece[hides] !== undefined || piece.kind === 'start' || piece.kind === 'end') continue;
      open.pieces.push([piece, open.text.length]);
      open.text += piece.kind === 'text' ? piece.text : words.blank;
    }
    // The mark of a paragraph without a text in this view joins nothing in it.
    if (mark[hides] === undefined || open.text.trim() === '') close(index, mark);
    [previous, lastMark] = [index, mark];
  }
  if (previous !== undefined) close(previous, lastMark);
  return lines;
}

function placed(
  found: readonly { readonly key: string; readonly start: number; readonly end: number }[],
  pieces: readonly [piece: Piece, start: number][],
): FoundWord[] {
  let next = 0;
  return found.map((word) => {
    while (next + 1 < pieces.length && (pieces[next + 1]?.[1] ?? 0) <= word.start) next += 1;
    const [piece, start] = pieces[next] as [Piece, number];
    return { ...word, piece, at: word.start - start };
  });
}
