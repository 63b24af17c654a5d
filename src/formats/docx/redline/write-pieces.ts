import { inGroups } from '../../../lib/in-groups.ts';
import type { Revision } from '../model/revision.ts';
import { controlXml, DELETED, fieldXml, linkXml, type RunPiece, runPieceXml } from '../ooxml/pieces.ts';
import { childrenOf, element } from '../ooxml/xml.ts';
import type { TrackedPiece } from './pieces.ts';
import type { Revisions } from './revisions.ts';

/** The content of a `w:p` with its changes. */
export function trackedXml(pieces: readonly TrackedPiece[], revisions: Revisions): string {
  return inGroups(withAuthors(pieces), ({ piece }) => piece.link?.target)
    .map((linked) => {
      const groups = inGroups(linked, stateOf);
      return linkXml(linked[0]?.piece.link, groups.map((group) => groupXml(group, revisions)).join(''));
    })
    .join('');
}

/** What can stand in one `w:ins` or `w:del`; a kept piece stands alone. */
function stateOf(tracked: TrackedPiece): unknown {
  if (tracked.state === 'kept') return tracked;
  const { author, at } = byOf(tracked) ?? {};
  return JSON.stringify([tracked.state, author, at]);
}

function byOf({ piece }: TrackedPiece): Revision | undefined {
  return piece.kind === 'control' ? piece.content[0]?.by : piece.by;
}

/** Words of both documents that are replaced with their neighbours are by who changed those. */
function withAuthors(pieces: readonly TrackedPiece[]): readonly TrackedPiece[] {
  const changed = pieces.filter(({ state }) => state !== 'kept');
  if (changed.every((piece) => byOf(piece) === undefined)) return pieces;
  let by = changed.map(byOf).find((one) => one !== undefined);
  return pieces.map((tracked): TrackedPiece => {
    const { state, piece } = tracked;
    if (state === 'kept' || piece.kind === 'control') return tracked;
    by = piece.by ?? by;
    return { state, piece: { ...piece, by } };
  });
}

function groupXml(group: readonly TrackedPiece[], revisions: Revisions): string {
  const [first] = group;
  if (first === undefined) return '';
  const { state, piece } = first;
  if (piece.kind === 'control') return controlXml(piece);
  if (state === 'kept') return keptXml(piece, first.before as RunPiece, revisions);
  return changedXml(
    group.map((each) => each.piece as RunPiece),
    state,
    revisions,
  );
}

function changedXml(
  pieces: readonly RunPiece[],
  state: 'inserted' | 'deleted',
  revisions: Revisions,
): string {
  const names = state === 'deleted' ? DELETED : undefined;
  return revisions.runs(state, pieces.map((piece) => runPieceXml(piece, names)).join(''), pieces[0]?.by);
}

/** A piece in the format that it has now, with the one that it had, and with both results of a field. */
function keptXml(piece: RunPiece, before: RunPiece, revisions: Revisions): string {
  const properties = element(
    'w:rPr',
    revisions.properties('w:rPr', childrenOf(piece.properties), childrenOf(before.properties)),
  );
  if (piece.kind !== 'field' || before.kind !== 'field' || piece.result === before.result)
    return runPieceXml({ ...piece, properties });
  const result = ({ result: text, properties: own, by }: typeof piece, state: 'inserted' | 'deleted') =>
    changedXml([{ kind: 'text', text, properties: own, link: undefined, by }], state, revisions);
  return fieldXml(
    piece.instruction,
    (content) => `<w:r>${properties}${content}</w:r>`,
    result(before, 'deleted') + result(piece, 'inserted'),
  );
}
