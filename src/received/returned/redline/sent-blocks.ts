import { allParagraphs, type Block, type Control, type Run } from '../../../formats/docx/model/model.ts';
import { readWordFile, type WordFile } from '../file/word-file.ts';
import type { ReturnedBlock } from '../file/word-model.ts';
import { editBlocks } from './edit-blocks.ts';
import { withoutChangesOf } from './settled-changes.ts';
import { controlAt, stretchesOf } from './stretches.ts';

/**
 * What a file is compared with, its blocks, and the entries of its table of contents.
 * @param exact the document as made
 * @param against the file that was sent last; undefined to compare with the document as made
 * @throws UnreadableFile
 */
export function blocksToCompare(
  exact: readonly Block[],
  bytes: Uint8Array,
  against: Uint8Array | undefined,
): Pick<WordFile, 'blocks' | 'entries'> & { readonly exact: readonly Block[] } {
  const { blocks, entries } = readWordFile(bytes);
  if (against === undefined) return { exact, blocks, entries };
  const sent = readWordFile(against);
  return {
    exact: asSent(exact, sent.blocks),
    blocks: withoutChangesOf(sent.blocks, blocks),
    entries: entries.filter((entry) => !sent.entries.includes(entry)),
  };
}

/** The document as made with the changes of a file, tracked or not, as if they had been in it. */
function asSent(exact: readonly Block[], sent: readonly ReturnedBlock[]): readonly Block[] {
  /** The values that changed words are of. */
  const owners = new Map<Run, Control>();
  const filled = new Map<Control, Control>();
  const asFilled = (blank: Control) => {
    const control = filled.get(blank) ?? { ...blank, isBlank: false };
    filled.set(blank, control);
    return control;
  };
  const { to } = editBlocks(exact, sent, (edit) => {
    const stretches = stretchesOf(edit);
    for (const [index, { now, isKept }] of stretches.entries()) {
      const control = isKept ? undefined : controlAt(stretches, index);
      if (control === undefined) continue;
      for (const { run } of now) owners.set(run, control.isBlank ? asFilled(control) : control);
    }
  });
  for (const paragraph of allParagraphs(to)) {
    const { runs } = paragraph;
    runs.splice(
      0,
      runs.length,
      ...runs.map((run) => ({ ...run, by: undefined, control: run.control ?? owners.get(run) })),
    );
    paragraph.markBy = undefined;
  }
  return to.map(withoutAuthors);
}

function withoutAuthors(block: Block): Block {
  if (block.kind === 'paragraph') return block;
  const rows = block.rows.map((row) => ({
    ...row,
    by: undefined,
    cells: row.cells.map((cell) => ({ ...cell, blocks: cell.blocks.map(withoutAuthors) })),
  }));
  return { ...block, rows };
}
