import type { Piece } from '../ooxml/pieces.ts';
import { equalRuns } from './align.ts';
import { tokensOf } from './words.ts';

/** A piece of one document or of both. */
export type TrackedPiece =
  | { readonly state: 'inserted' | 'deleted'; readonly piece: Piece }
  /** `before` is the piece of `from`, which may look different. */
  | { readonly state: 'kept'; readonly piece: Piece; readonly before: Piece };

type State = TrackedPiece['state'];

/** The greatest part of all words that may be changed; looking further would only find single words. */
const MOST_CHANGED = 0.6;
/** The least part of the shorter text that both have; with less, it is replaced as a whole. */
const LEAST_KEPT = 0.25;

/**
 * What `from` and `to` have in common, and what each has alone. A control that both have stays one; of one that only one
 * of them has, its text stays: no program but Word tracks controls, and LibreOffice would keep what was rejected.
 */
export function trackPieces(from: readonly Piece[], to: readonly Piece[]): TrackedPiece[] {
  if (from.length === 0) return alone('inserted', to);
  if (to.length === 0) return alone('deleted', from);
  if (from.length === to.length && from.every((piece, index) => isSamePiece(piece, to[index] as Piece)))
    return to.map((piece, index) => ({ state: 'kept', piece, before: from[index] as Piece }));
  const [before, after] = [wordsWith(from, to), wordsWith(to, from)];
  const stretches = withoutIslands(stretchesOf(before, after));
  return joined(stretches.flatMap(({ pieces }) => pieces.flatMap(decided)));
}

function alone(state: 'inserted' | 'deleted', pieces: readonly Piece[]): TrackedPiece[] {
  return joined(pieces.flatMap(withoutControls).map((piece) => ({ state, piece })));
}

function withoutControls(piece: Piece): readonly Piece[] {
  return piece.kind === 'control' ? piece.content : [piece];
}

/** The words of a text, with the controls that the other text also has. */
function wordsWith(pieces: readonly Piece[], others: readonly Piece[]): Piece[] {
  const controls = new Set(others.filter(({ kind }) => kind === 'control').map(keyOf));
  return pieces
    .flatMap((piece) => (controls.has(keyOf(piece)) ? [piece] : withoutControls(piece)))
    .flatMap(inWords);
}

function decided(tracked: TrackedPiece): TrackedPiece[] {
  const { state, piece } = tracked;
  return state === 'kept' ? [tracked] : withoutControls(piece).map((one) => ({ state, piece: one }));
}

function isSamePiece(one: Piece, other: Piece): boolean {
  if (one === other) return true;
  if (one.kind !== other.kind || keyOf(one) !== keyOf(other)) return false;
  if (one.kind === 'field') return one.result === (other as typeof one).result;
  return true;
}

function inWords(piece: Piece): Piece[] {
  return piece.kind === 'text' ? tokensOf(piece.text).map((text) => ({ ...piece, text })) : [piece];
}

/** Equal for pieces that one can stand for the other, maybe in another format, or with another result of a field. */
function keyOf(piece: Piece): string {
  const key = contentKey(piece);
  return piece.link === undefined ? key : `${piece.link.target}\0${key}`;
}

/** No text has the character U+0000. */
function contentKey(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'field':
      return `field\0${piece.instruction}`;
    case 'control':
      return `control\0${JSON.stringify([piece.names, piece.settings, piece.bound, piece.content])}`;
    case 'object':
      return `object\0${piece.key ?? piece.content}`;
  }
}

/** Neighbours in the same state. */
interface Stretch {
  readonly state: State;
  readonly pieces: TrackedPiece[];
  /** Number of characters that are not white space. */
  readonly size: number;
}

function stretchesOf(before: readonly Piece[], after: readonly Piece[]): Stretch[] {
  const most = Math.ceil((before.length + after.length) * MOST_CHANGED);
  return equalRuns(before.map(keyOf), after.map(keyOf), most).map((run): Stretch => {
    const { start, count } = run;
    if (run.isEqual) {
      const pieces = after.slice(run.startInTo, run.startInTo + count);
      return stretch('kept', pieces, before.slice(start, start + count));
    }
    const [side, state] = run.side === 'from' ? [before, 'deleted' as const] : [after, 'inserted' as const];
    return stretch(state, side.slice(start, start + count));
  });
}

function stretch(state: State, pieces: readonly Piece[], before: readonly Piece[] = []): Stretch {
  return {
    state,
    pieces: pieces.map((piece, index) =>
      state === 'kept' ? { state, piece, before: before[index] as Piece } : { state, piece },
    ),
    size: pieces.reduce((sum, piece) => sum + sizeOf(piece), 0),
  };
}

function sizeOf(piece: Piece): number {
  switch (piece.kind) {
    case 'text':
      return piece.text.trim().length;
    case 'field':
      return piece.result.length;
    default:
      return 1;
  }
}

/** Changed stretches between two kept ones: how much `from` and `to` have. */
interface Change {
  readonly deleted: Stretch[];
  readonly inserted: Stretch[];
}

/**
 * Replaces words that are left alone between larger changes, since a phrase that is replaced reads better than one of
 * which single words stay; and a text of which too little stays.
 */
function withoutIslands(stretches: readonly Stretch[]): Stretch[] {
  const sizes: Record<State, number> = { kept: 0, deleted: 0, inserted: 0 };
  for (const { state, size } of stretches) sizes[state] += size;
  const shorter = sizes.kept + Math.min(sizes.deleted, sizes.inserted);
  if (sizes.kept < LEAST_KEPT * shorter) return inOrder([parted(stretches)]);
  /** Alternately a change, which may be empty, and a kept stretch. */
  const [changes, kept]: [Change[], Stretch[]] = [[], []];
  let open = parted([]);
  for (const each of stretches) {
    if (each.state !== 'kept') {
      open[each.state].push(each);
      continue;
    }
    addChange(open, changes, kept);
    kept.push(each);
    open = parted([]);
  }
  addChange(open, changes, kept);
  return changes.flatMap((change, index) => [...inOrder([change]), ...(kept[index] ? [kept[index]] : [])]);
}

/** Adds a change, and to it the island before it, as long as that is smaller than the changes on both sides. */
function addChange(last: Change, changes: Change[], kept: Stretch[]): void {
  let right = last;
  for (;;) {
    const [left, island] = [changes.at(-1), kept.at(-1)];
    if (left === undefined || island === undefined || isEmpty(left) || isEmpty(right)) break;
    if (island.size > Math.min(sizeOfChange(left), sizeOfChange(right))) break;
    const { deleted, inserted } = parted([island]);
    right = {
      deleted: [...left.deleted, ...deleted, ...right.deleted],
      inserted: [...left.inserted, ...inserted, ...right.inserted],
    };
    changes.pop();
    kept.pop();
  }
  changes.push(right);
}

function isEmpty({ deleted, inserted }: Change): boolean {
  return deleted.length === 0 && inserted.length === 0;
}

function sizeOfChange({ deleted, inserted }: Change): number {
  const size = (stretches: readonly Stretch[]) => stretches.reduce((sum, each) => sum + each.size, 0);
  return Math.max(size(deleted), size(inserted));
}

/** The stretches as one change; a kept one is deleted and inserted. */
function parted(stretches: readonly Stretch[]): Change {
  const change: Change = { deleted: [], inserted: [] };
  for (const each of stretches) {
    const { state, size, pieces } = each;
    if (state !== 'kept') {
      change[state].push(each);
      continue;
    }
    const before = pieces.map((one) => (one.state === 'kept' ? one.before : one.piece));
    change.deleted.push({ ...stretch('deleted', before), size });
    change.inserted.push(
      stretch(
        'inserted',
        pieces.map(({ piece }) => piece),
      ),
    );
  }
  return change;
}

function inOrder(changes: readonly Change[]): Stretch[] {
  return changes.flatMap(({ deleted, inserted }) => [...deleted, ...inserted]);
}

/** Words that look the same and are in the same state, as one piece again. */
function joined(pieces: readonly TrackedPiece[]): TrackedPiece[] {
  const result: TrackedPiece[] = [];
  for (const one of pieces) {
    const last = result.at(-1);
    const text = last === undefined ? undefined : joinedPiece(last.piece, one.piece);
    if (last === undefined || text === undefined || last.state !== one.state) {
      result.push(one);
      continue;
    }
    if (last.state !== 'kept' || one.state !== 'kept') {
      result[result.length - 1] = { state: one.state, piece: text } as TrackedPiece;
      continue;
    }
    const before = joinedPiece(last.before, one.before);
    if (before === undefined) result.push(one);
    else result[result.length - 1] = { state: 'kept', piece: text, before };
  }
  return result;
}

function joinedPiece(one: Piece, other: Piece): Piece | undefined {
  if (one.kind !== 'text' || other.kind !== 'text') return undefined;
  if (one.properties !== other.properties || one.link?.target !== other.link?.target) return undefined;
  if (one.by !== other.by) return undefined;
  return { ...one, text: one.text + other.text };
}
