import type { Block, Paragraph } from '../../../formats/docx/model/model.ts';

/** The paragraphs of blocks, in order, those of tables too. */
export function paragraphsIn(blocks: readonly Block[]): Paragraph[] {
  return blocks.flatMap((block) =>
    block.kind === 'paragraph'
      ? [block]
      : block.rows.flatMap(({ cells }) => cells.flatMap((cell) => paragraphsIn(cell.blocks))),
  );
}
