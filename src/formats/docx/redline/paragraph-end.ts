import type { Piece } from '../ooxml/pieces.ts';
import type { Pair } from './align.ts';
import type { TrackedPiece } from './pieces.ts';

/**
 * The pieces, so that the text of a paragraph does not end in the change with which the next paragraph begins.
 * LibreOffice takes two such changes for one, with the mark between them, although both documents have it.
 * @param next the state of the first piece of the next paragraph; undefined if there is none
 */
export function notEndingIn(
  next: TrackedPiece['state'] | undefined,
  { mark, pieces }: { readonly mark: Pair<unknown>; readonly pieces: readonly TrackedPiece[] },
): readonly TrackedPiece[] {
  const last = pieces.at(-1);
  if (mark.from === undefined || mark.to === undefined) return pieces;
  if (last === undefined || last.state === 'kept' || last.state !== next) return pieces;
  const end = pieces.findLastIndex(({ state }) => state === 'kept') + 1;
  const [before, tail] = [pieces.slice(0, end), pieces.slice(end)];
  const others = tail.filter(({ state }) => state !== last.state);
  const same = tail.filter(({ state }) => state === last.state);
  const kept = before.at(-1);
  if (others.length > 0) {
    if (kept !== undefined) return [...before, ...same, ...others];
    const [start, word] = cut((others.at(-1) as TrackedPiece).piece);
    const { state } = others[0] as TrackedPiece;
    return [...others.slice(0, -1), ...changed(state, start), ...same, ...changed(state, word)];
  }
  if (kept?.state !== 'kept') return pieces;
  // The last word of both is replaced by itself.
  const [start, word] = cut(kept.piece);
  const [startBefore, wordBefore] = cut(kept.before);
  const startKept: TrackedPiece[] =
    start === undefined || startBefore === undefined
      ? []
      : [{ state: 'kept', piece: start, before: startBefore }];
  const [first, second] = last.state === 'inserted' ? [word, wordBefore] : [wordBefore, word];
  const other = last.state === 'inserted' ? 'deleted' : 'inserted';
  return [
    ...before.slice(0, -1),
    ...startKept,
    ...changed(last.state, first),
    ...same,
    ...changed(other, second),
  ];
}

function changed(state: TrackedPiece['state'], piece: Piece | undefined): TrackedPiece[] {
  return piece === undefined || state === 'kept' ? [] : [{ state, piece }];
}

/** A text and its last word. */
function cut(piece: Piece): [start: Piece | undefined, word: Piece] {
  if (piece.kind !== 'text') return [undefined, piece];
  const at = piece.text.search(/\S+\s*$/);
  if (at <= 0) return [undefined, piece];
  return [
    { ...piece, text: piece.text.slice(0, at) },
    { ...piece, text: piece.text.slice(at) },
  ];
}
