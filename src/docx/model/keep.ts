import type { Block, Paragraph, Row } from './model.ts';

/** `break-inside: avoid` over several blocks: each is kept with the next, the last one only in itself. */
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

/** `break-after: avoid`: the block stays on the page of what follows it. */
export function keepWithNext(block: Block | undefined): void {
  if (block === undefined) return;
  if (block.kind === 'paragraph') block.format.keepNext = true;
  else for (const row of block.rows.slice(-1)) keepRow(row);
}

/** Keeps a row on the page of the next one. */
export function keepRow(row: Row): void {
  for (const cell of row.cells) {
    for (const block of cell.blocks) if (block.kind === 'paragraph') block.format.keepNext = true;
  }
}

/** Every paragraph, those of table cells too, in the order of the text. */
export function allParagraphs(blocks: readonly Block[]): Paragraph[] {
  return blocks.flatMap((block) =>
    block.kind === 'paragraph'
      ? [block]
      : block.rows.flatMap((row) => row.cells.flatMap((cell) => allParagraphs(cell.blocks))),
  );
}
