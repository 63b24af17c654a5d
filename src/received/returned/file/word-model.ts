/** Who tracked a change. */
export interface Tracked {
  readonly author: string | null;
  readonly at: string | null;
}

/** A content control of the file. */
export interface ReturnedControl {
  /** The paths of the value that it shows, joined by spaces; undefined when the file does not say. */
  readonly path: string | undefined;
  /** Of a box, the words beside it. */
  readonly option: string | undefined;
  /** What is typed in, or bound; undefined while it shows its prompt. */
  readonly value: string | undefined;
}

/** The tracked changes that a place of the text is in. */
export interface Changes {
  readonly inserted?: Tracked | undefined;
  readonly deleted?: Tracked | undefined;
}

export interface ReturnedText extends Changes {
  readonly kind: 'text';
  readonly text: string;
  /** Bookmark of the live cross-reference that it is in. */
  readonly reference?: string | undefined;
  /** Bookmark of the link that it is in. */
  readonly anchor?: string | undefined;
  /** Why a reader does not see it, or takes it for gone; undefined of plain text. */
  readonly look?: Look | undefined;
  /** Whether it is shown in the place of a value, so that it is none. */
  readonly isPrompt?: boolean;
}

export type Look =
  | 'struck through'
  | 'hidden'
  | 'white'
  | 'in the colour of its ground'
  | 'smaller than 4 pt'
  | 'in a font of signs'
  | 'squeezed'
  | 'cut off'
  | 'off its line'
  | 'beside drawings'
  | 'from right to left';

export interface NoteReference extends Changes {
  readonly kind: 'Footnote' | 'Endnote';
  readonly id: string;
}

/** Where the content of a control begins or ends, or that an empty one stands here. */
export interface ControlMark extends Changes {
  readonly kind: 'start' | 'end' | 'prompt';
  /** In the list of controls. */
  readonly control: number;
}

export interface ReturnedPicture extends Changes {
  readonly relationship: string;
}

/** The number of a paragraph, by itself or by its style. */
export interface NumberOfParagraph {
  /** From "0". */
  readonly level: string;
  /** What is printed before the paragraph: "(a)"; "" of a number that is hidden. */
  readonly label: string;
  /** What it prints around the counters; "" of signs alone. */
  readonly words: string;
}

export interface ReturnedParagraph {
  readonly kind: 'paragraph';
  /** Id of its style; "" for the default one. */
  readonly style: string;
  /** Undefined of a paragraph without a number. */
  readonly number: NumberOfParagraph | undefined;
  readonly pieces: readonly (ReturnedText | ControlMark)[];
  /** Of the mark at its end. */
  readonly mark: Changes;
  /** Ids of the comments that begin in it. */
  readonly comments: readonly string[];
  /** Names of the bookmarks that begin in it, as far as references have them. */
  readonly bookmarks: readonly string[];
  /** The relationships of the pictures in it. */
  readonly pictures: readonly ReturnedPicture[];
  readonly notes: readonly NoteReference[];
  /** The blocks of its text boxes. */
  readonly boxes: readonly (readonly ReturnedBlock[])[];
}

export interface ReturnedRow {
  readonly changes: Changes;
  readonly cells: readonly (readonly ReturnedBlock[])[];
}

export interface ReturnedTable {
  readonly kind: 'table';
  readonly rows: readonly ReturnedRow[];
}

export type ReturnedBlock = ReturnedParagraph | ReturnedTable;

/** The text of a body, with all of its tracked changes. */
export interface WordBody {
  readonly blocks: readonly ReturnedBlock[];
  /** Of its table of contents, which is not in the blocks. */
  readonly entries: readonly string[];
  readonly controls: readonly ReturnedControl[];
  /** What is in it and cannot be compared. */
  readonly notRead: readonly string[];
}
