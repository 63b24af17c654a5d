/** What the parts of the view do with the text. */
export interface EditorActions {
  /** Leads to a place in the text or in a part of it, counted from 1. */
  goTo(line: number, column?: number, part?: string): void;
  /** Opens a file, and leads to an index of it. */
  open(file: string, offset: number): void;
  /** Puts a text in the place of what is selected. */
  insert(text: string): void;
  /** The text up to the cursor. */
  before(): string;
  focus(): void;
}
