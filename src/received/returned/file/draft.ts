import { withoutMarks } from '../text/marked-text.ts';
import type {
  Changes,
  ControlMark,
  NoteReference,
  ReturnedBlock,
  ReturnedParagraph,
  ReturnedPicture,
  ReturnedText,
} from './word-model.ts';
import type { XmlElement } from './xml.ts';

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

  text({ text, inserted, deleted, ...rest }: Omit<ReturnedText, 'kind'>): void {
    this.pieces.push({ kind: 'text', text: withoutMarks(text), ...rest, inserted, deleted });
  }

  picture({ attributes }: XmlElement, { inserted, deleted }: Changes): void {
    const relationship = attributes['r:embed'] ?? attributes['r:link'] ?? attributes['r:id'] ?? '';
    this.pictures.push({ relationship, inserted, deleted });
  }

  note({ name, attributes }: XmlElement, changes: Changes): void {
    const kind = name === 'w:footnoteReference' ? 'Footnote' : 'Endnote';
    this.notes.push({ kind, id: attributes['w:id'] ?? '', ...changes });
  }

  bookmark(name: string | undefined): void {
    if (name?.startsWith('_Ref')) this.bookmarks.push(name);
  }

  paragraph(
    kind: Pick<ReturnedParagraph, 'style' | 'number'>,
    { inserted, deleted }: Changes,
  ): ReturnedParagraph {
    const { pieces, comments, bookmarks, pictures, notes, boxes } = this;
    const content = { pieces, comments, bookmarks, pictures, notes, boxes };
    return { kind: 'paragraph', ...kind, ...content, mark: { inserted, deleted } };
  }

  get isEmpty(): boolean {
    return [this.pieces, this.comments, this.pictures, this.notes, this.boxes].every(
      ({ length }) => length === 0,
    );
  }
}
