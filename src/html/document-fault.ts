/** A document that cannot be finished. The message is for the template's author and quotes ids only. */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault';
  /** How a template writes what is at fault, so that its line can be looked up. */
  readonly written: string | undefined;

  constructor(message: string, written?: string) {
    super(message);
    this.written = written;
  }
}
