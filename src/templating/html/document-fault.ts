/** What a template has of a fault, by which the fault is found in its text. */
export interface Written {
  /** As the template writes it. */
  readonly text?: string;
  /** Name of an element that is not closed, or not in an item of its list. */
  readonly element?: string;
}

/** The document has a fault that the author of its template can correct. The message quotes ids only. */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault';
  readonly written: Written;

  constructor(message: string, written: Written = {}) {
    super(message);
    this.written = written;
  }
}
