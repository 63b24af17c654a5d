import { type Contents, FIELD_BEGIN, FIELD_END } from '../ooxml/contents.ts';
import type { Piece } from '../ooxml/pieces.ts';
import type { Pair } from './align.ts';
import { type Item, type ParagraphItem, paragraphItem, settleEnd } from './items.ts';
import type { TrackedPiece } from './pieces.ts';
import { compared, paragraphXml, type RedlineScope } from './write-items.ts';

/**
 * The table of contents with its changes, as the headings have changed. Its field is of both documents, or inserted or
 * deleted with all entries.
 * @param items of the body
 */
export function contentsXml(
  { from, to }: Pair<Contents>,
  items: readonly Item[],
  scope: RedlineScope,
): string {
  const title = { from: from?.title, to: to?.title };
  const entries = settleEnd(items.flatMap((item) => entryOf(item, { from, to }))) as ParagraphItem[];
  const tracked = (piece: Piece): TrackedPiece => {
    if (from === undefined) return { state: 'inserted', piece };
    return to === undefined ? { state: 'deleted', piece } : { state: 'kept', piece, before: piece };
  };
  const lines = entries.map(({ content, mark }, index) => {
    const written = ({ from: one, to: other }: ParagraphItem['content']) => ({
      from: one && from?.entries.get(one),
      to: other && to?.entries.get(other),
    });
    const { pieces, ...rest } = compared({ content: written(content), mark: written(mark) });
    const first = index === 0 ? FIELD_BEGIN.map(tracked) : [];
    const last = index === entries.length - 1 ? FIELD_END.map(tracked) : [];
    return paragraphXml({ ...rest, pieces: [...first, ...pieces, ...last] }, scope);
  });
  return paragraphXml(compared({ content: title, mark: title }), scope) + lines.join('');
}

/** The heading as far as the documents list it. */
function entryOf(item: Item, { from, to }: Pair<Contents>): ParagraphItem[] {
  if (item.kind !== 'paragraph') return [];
  const { from: one, to: other } = item.content;
  const pair = {
    from: one && from?.entries.has(one) ? one : undefined,
    to: other && to?.entries.has(other) ? other : undefined,
  };
  return pair.from === undefined && pair.to === undefined ? [] : [paragraphItem(pair)];
}
