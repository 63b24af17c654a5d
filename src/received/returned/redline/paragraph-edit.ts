import type { Paragraph, Run } from '../../../formats/docx/model/model.ts';
import type { FoundReference } from './edit-paragraph.ts';
import type { Line } from './line.ts';

/** What became of a paragraph. */
export interface ParagraphEdit {
  /** Of the exact document; of a new one, the paragraph before it. */
  readonly place: Paragraph | undefined;
  readonly from: readonly Run[];
  readonly to: readonly Run[];
  readonly added?: Paragraph;
  /** The row that is new or gone as a whole, and it with it. */
  readonly row?: object;
  /** As it is in the file, if it is there. */
  readonly line?: Line;
  /** As it is in the file with the tracked changes rejected, if it is there. */
  readonly before?: Line;
  /** Its references, with the bookmarks to which they lead in the file. */
  readonly references?: readonly FoundReference[];
}
