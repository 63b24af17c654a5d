import { CONTROL_END, controlStart, withoutMarks } from '../text/marked-text.ts';
import type {
  Changes,
  Look,
  NoteReference,
  ReturnedBlock,
  ReturnedParagraph,
  ReturnedText,
} from './word-model.ts';

/**
 * Paragraphs that belong together: one, unless a tracked change splits or joins some.
 */
export interface Passage {
  /** The paragraphs with all tracked changes rejected. */
  readonly before: readonly string[];
  /** With all accepted; with the marks of marked-text.ts around the content of controls. */
  readonly after: readonly string[];
  /** Ids of the comments that begin in it. */
  readonly comments: readonly string[];
  /** Words that stand there and look otherwise. */
  readonly marked: readonly Marked[];
  readonly notes: readonly NoteReference[];
  /** Number of the table row that it is in; undefined outside of tables. */
  readonly row: number | undefined;
}

/** Words that are there after all changes are accepted, and are struck through or hardly to be seen. */
export interface Marked {
  readonly text: string;
  readonly look: Look;
}

/** The text of a body, paragraph by paragraph. Those of a text box stand before the paragraph that holds it. */
export function passagesOf(blocks: readonly ReturnedBlock[]): Passage[] {
  const reader = new PassageReader();
  reader.read(blocks, undefined);
  reader.end({}, undefined);
  return reader.passages;
}

class PassageReader {
  readonly passages: Passage[] = [];
  #rows = 0;
  #draft = new Draft();

  read(blocks: readonly ReturnedBlock[], row: number | undefined): void {
    for (const block of blocks) {
      if (block.kind === 'paragraph') {
        this.#paragraph(block, row);
        continue;
      }
      for (const { changes, cells } of block.rows) {
        this.#rows += 1;
        const number = this.#rows;
        for (const cell of cells) {
          this.read(cell, number);
          this.end(changes, number);
        }
      }
    }
  }

  #paragraph({ pieces, mark, comments, notes, boxes }: ReturnedParagraph, row: number | undefined): void {
    const outer = this.#draft;
    for (const box of boxes) {
      this.#draft = new Draft();
      this.read(box, row);
      this.end({}, row);
    }
    this.#draft = outer;
    for (const id of comments) if (!outer.comments.includes(id)) outer.comments.push(id);
    outer.notes.push(...notes);
    for (const piece of pieces) {
      if (piece.kind === 'text') outer.print(piece);
      else if (piece.kind === 'start') outer.after += controlStart(piece.control);
      else if (piece.kind === 'end') outer.after += CONTROL_END;
    }
    this.end(mark, row);
  }

  /** Ends a paragraph; in each view it is only joined to the next one if its mark is not in that view. */
  end(mark: Changes, row: number | undefined): void {
    const draft = this.#draft;
    draft.endParagraph(mark);
    if (!draft.isWhole) return;
    const passage = draft.passage(row);
    this.#draft = new Draft();
    if (passage !== undefined) this.passages.push(passage);
    else if (draft.comments.length > 0) this.#draft.comments.push(...draft.comments);
  }
}

/** The paragraphs that are being read, in both views. */
class Draft {
  before = '';
  after = '';
  readonly comments: string[] = [];
  readonly marked: Marked[] = [];
  readonly notes: NoteReference[] = [];
  #isOpen = false;
  #beforeLines: string[] = [];
  #afterLines: string[] = [];

  print({ text, look, isPrompt, inserted, deleted }: ReturnedText): void {
    if (look !== undefined && deleted === undefined) {
      const last = this.#isOpen ? this.marked.at(-1) : undefined;
      if (last?.look === look) this.marked[this.marked.length - 1] = { look, text: last.text + text };
      else this.marked.push({ look, text });
    }
    this.#isOpen = deleted !== undefined ? this.#isOpen : look !== undefined;
    if (isPrompt) return;
    if (inserted === undefined) this.before += text;
    if (deleted === undefined) this.after += text;
  }

  endParagraph({ inserted, deleted }: Changes): void {
    // The mark of a paragraph without a text in one view joins nothing in it.
    if (inserted === undefined || withoutMarks(this.before).trim() === '') {
      this.#beforeLines.push(this.before);
      this.before = '';
    }
    if (deleted === undefined || withoutMarks(this.after).trim() === '') {
      this.#afterLines.push(this.after);
      this.after = '';
    }
    if (this.before !== '') this.before += ' ';
    if (this.after !== '') this.after += ' ';
  }

  /** Whether both views are at the end of a paragraph. */
  get isWhole(): boolean {
    return this.before === '' && this.after === '';
  }

  passage(row: number | undefined): Passage | undefined {
    const before = this.#beforeLines.filter((line) => withoutMarks(line).trim() !== '');
    const after = this.#afterLines.filter((line) => withoutMarks(line).trim() !== '');
    if (before.length === 0 && after.length === 0) return undefined;
    return {
      before,
      after,
      comments: this.comments,
      marked: this.marked,
      notes: this.notes,
      row,
    };
  }
}
