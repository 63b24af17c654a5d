import { allParagraphs, type Block, type Paragraph, type Row } from '../../../formats/docx/model/model.ts';
import type { Revision } from '../../../formats/docx/model/revision.ts';

/** A block of which everything is gone. */
export function deletedBlock(block: Block, by: Revision): Block {
  if (block.kind === 'table') return { ...block, rows: block.rows.map((row) => deletedRow(row, by)) };
  deleteText(block, by);
  return block;
}

/** A row that is gone. */
export function deletedRow(row: Row, by: Revision): Row {
  for (const { blocks } of row.cells)
    for (const paragraph of allParagraphs(blocks)) deleteText(paragraph, by);
  return { ...row, by };
}

function deleteText(paragraph: Paragraph, by: Revision): void {
  paragraph.runs.splice(0, paragraph.runs.length, ...paragraph.runs.map((run) => ({ ...run, by })));
  paragraph.markBy = by;
}
