import type { Block, Paragraph } from './model.ts';

/** `break-inside: avoid` over several blocks: each is kept with the next, the last one only in itself. */
export function keepTogether(blocks: readonly Block[]): void {
  blocks.forEach((block, index) => {
    const last = index === blocks.length - 1;
    if (block.kind === 'paragraph') {
      block.format.keepLines = true;
      block.format.keepNext ||= !last;
    } else {
      const rows = last ? block.rows.slice(0, -1) : block.rows;
      for (const row of rows)
        for (const paragraph of rowParagraphs(row.cells)) paragraph.format.keepNext = true;
    }
  });
}

/** `break-after: avoid`: the block stays on the page of what follows it. */
export function keepWithNext(block: Block | undefined): void {
  if (block === undefined) return;
  if (block.kind === 'paragraph') block.format.keepNext = true;
  else
    for (const row of block.rows.slice(-1))
      for (const each of rowParagraphs(row.cells)) each.format.keepNext = true;
}

function rowParagraphs(cells: readonly { readonly blocks: readonly Block[] }[]): Paragraph[] {
  return cells.flatMap((cell) => cell.blocks).filter((block) => block.kind === 'paragraph');
}

/** Every paragraph, those of table cells too, in the order of the text. */
export function allParagraphs(blocks: readonly Block[]): Paragraph[] {
  const found: Paragraph[] = [];
  for (const block of blocks) {
    if (block.kind === 'paragraph') found.push(block);
    else
      for (const row of block.rows) for (const cell of row.cells) found.push(...allParagraphs(cell.blocks));
  }
  return found;
}
