/** A document that cannot be finished. The message is for the template's author and quotes ids only. */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault';
}
