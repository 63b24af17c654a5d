import type { Changes, ReturnedBlock, ReturnedParagraph, Tracked } from '../file/word-model.ts';

/**
 * The blocks of a file with the tracked changes accepted that another file has too: what was sent with them has them already.
 * The deleted mark of a paragraph with words is left, which joins it with the next one.
 */
export function withoutChangesOf(
  sent: readonly ReturnedBlock[],
  returned: readonly ReturnedBlock[],
): readonly ReturnedBlock[] {
  const settled = new Set(
    changesIn(sent).flatMap(({ inserted, deleted }) => [keyOf('ins', inserted), keyOf('del', deleted)]),
  );
  const isInserted = ({ inserted }: Changes) => inserted !== undefined && settled.has(keyOf('ins', inserted));
  const isDeleted = ({ deleted }: Changes) => deleted !== undefined && settled.has(keyOf('del', deleted));
  const accepted = <Place extends Changes>(place: Place): Place =>
    isInserted(place) ? { ...place, inserted: undefined } : place;
  const left = <Place extends Changes>(places: readonly Place[]) =>
    places.filter((place) => !isDeleted(place)).map(accepted);
  const ofParagraph = (paragraph: ReturnedParagraph): ReturnedParagraph[] => {
    const pieces = left(paragraph.pieces);
    if (isDeleted(paragraph.mark) && pieces.length === 0) return [];
    const boxes = paragraph.boxes.map(ofBlocks);
    const { pictures, notes, mark } = paragraph;
    return [
      { ...paragraph, pieces, boxes, pictures: left(pictures), notes: left(notes), mark: accepted(mark) },
    ];
  };
  const ofBlocks = (blocks: readonly ReturnedBlock[]): ReturnedBlock[] =>
    blocks.flatMap((block): ReturnedBlock[] => {
      if (block.kind === 'paragraph') return ofParagraph(block);
      const rows = block.rows
        .filter(({ changes }) => !isDeleted(changes))
        .map(({ changes, cells }) => ({ changes: accepted(changes), cells: cells.map(ofBlocks) }));
      return [{ ...block, rows }];
    });
  return ofBlocks(returned);
}

function changesIn(blocks: readonly ReturnedBlock[]): Changes[] {
  return blocks.flatMap((block): Changes[] =>
    block.kind === 'table'
      ? block.rows.flatMap(({ changes, cells }) => [changes, ...cells.flatMap(changesIn)])
      : [block.mark, ...block.pieces, ...block.boxes.flatMap(changesIn)],
  );
}

/** Programs split and join the texts of a change, and keep its author and moment. */
function keyOf(kind: 'ins' | 'del', tracked: Tracked | undefined): string {
  return JSON.stringify([kind, tracked?.author, tracked?.at]);
}
