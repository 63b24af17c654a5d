import type { ReturnedBlock, ReturnedParagraph } from './word-model.ts';

/** A table of contents says nothing but its title, and headings of the text with their numbers and pages. */
export function withoutContents(
  blocks: readonly ReturnedBlock[],
  contents: ReadonlySet<ReturnedBlock>,
): readonly ReturnedBlock[] {
  if (contents.size === 0) return blocks;
  const paragraphs = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block] : []));
  const headings = new Set(['Contents', '']);
  for (const one of paragraphs) if (!contents.has(one)) headings.add(headingOf(one));
  return blocks.filter((block) => {
    if (block.kind !== 'paragraph' || !contents.has(block)) return true;
    const entry = headingOf(block);
    return !headings.has(entry) && !headings.has(entry.replace(/\s*\d+$/, ''));
  });
}

/** Without the number of a clause. */
function headingOf({ pieces }: ReturnedParagraph): string {
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
  return text.trim().replace(/^(?:Schedule \d+|\d+(?:\.\d+)*\.?|\([a-z\d]+\))(?:\s+|$)/, '');
}
