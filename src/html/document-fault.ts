/** The document has a fault that the author of its template can correct. The message quotes ids only. */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault';
  /** The text of the fault as a template writes it, to find its line. */
  readonly written: string | undefined;

  constructor(message: string, written?: string) {
    super(message);
    this.written = written;
  }
}
