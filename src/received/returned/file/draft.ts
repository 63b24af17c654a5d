import type {
  ControlMark,
  NoteReference,
  ReturnedBlock,
  ReturnedPicture,
  ReturnedText,
} from './word-model.ts';

/** The paragraph that is being read. */
export class Draft {
  readonly pieces: (ReturnedText | ControlMark)[] = [];
  readonly comments: string[] = [];
  readonly bookmarks: string[] = [];
  readonly pictures: ReturnedPicture[] = [];
  readonly notes: NoteReference[] = [];
  readonly boxes: (readonly ReturnedBlock[])[] = [];

  comment(id: string): void {
    if (!this.comments.includes(id)) this.comments.push(id);
  }

  get isEmpty(): boolean {
    return [this.pieces, this.comments, this.pictures, this.notes, this.boxes].every(
      ({ length }) => length === 0,
    );
  }
}
