import type { ReturnedBlock, ReturnedParagraph } from './word-model.ts';

/** What is in a table of contents and no entry: its title, and empty paragraphs. */
const NO_ENTRIES: readonly string[] = ['Contents', ''];

/**
 * The blocks without what a table of contents says besides its title: headings of the text with their numbers and pages.
 * @returns these entries, too
 */
export function withoutContents(
  blocks: readonly ReturnedBlock[],
  contents: ReadonlySet<ReturnedBlock>,
): { readonly blocks: readonly ReturnedBlock[]; readonly entries: readonly string[] } {
  if (contents.size === 0) return { blocks, entries: [] };
  const paragraphs = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block] : []));
  const headings = new Set(NO_ENTRIES);
  for (const one of paragraphs) if (!contents.has(one)) headings.add(headingOf(one));
  const isEntry = (block: ReturnedBlock) => {
    if (block.kind !== 'paragraph' || !contents.has(block)) return false;
    const entry = headingOf(block);
    return headings.has(entry) || headings.has(withoutPage(entry));
  };
  const { entries = [], rest = [] } = Object.groupBy(blocks, (one) => (isEntry(one) ? 'entries' : 'rest'));
  const texts = entries.flatMap((one) => (one.kind === 'paragraph' ? textOf(one).trim() : []));
  return { blocks: rest, entries: texts.filter((text) => !NO_ENTRIES.includes(text)) };
}

export function withoutPage(entry: string): string {
  return entry.replace(/\s*\d+$/, '');
}

/** Without the number of a clause. */
function headingOf(paragraph: ReturnedParagraph): string {
  const text = textOf(paragraph);
  return text.trim().replace(/^(?:Schedule \d+|\d+(?:\.\d+)*\.?|\([a-z\d]+\))(?:\s+|$)/, '');
}

/** With the tracked changes accepted. */
function textOf({ pieces }: ReturnedParagraph): string {
  return pieces
    .map((piece) => (piece.kind === 'text' && piece.deleted === undefined ? piece.text : ''))
    .join('');
}
