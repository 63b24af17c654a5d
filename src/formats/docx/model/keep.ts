import { allParagraphs, type Block, type Row } from './model.ts';

/** `break-inside: avoid` for several blocks: none is split, and each but the last is kept with the next. */
export function keepTogether(blocks: readonly Block[]): void {
  blocks.forEach((block, index) => {
    const last = index === blocks.length - 1;
    if (block.kind === 'paragraph') {
      block.format.keepLines = true;
      block.format.keepNext ||= !last;
    } else {
      const rows = last ? block.rows.slice(0, -1) : block.rows;
      for (const row of rows) keepRow(row);
    }
  });
}

/** `break-after: avoid`: keeps the end of the block on the page of the next block. */
export function keepWithNext(block: Block | undefined): void {
  if (block === undefined) return;
  if (block.kind === 'paragraph') block.format.keepNext = true;
  else for (const row of block.rows.slice(-1)) keepRow(row);
}

/** Keeps a row on the page of the next one. */
export function keepRow(row: Row): void {
  for (const cell of row.cells)
    for (const paragraph of allParagraphs(cell.blocks)) paragraph.format.keepNext = true;
}
