/** Where something stands in a template or shared part; lines and columns count from 1. */
export interface Place {
  readonly template: string;
  readonly line: number;
  readonly column: number;
}

/**
 * A template that cannot be used, or a document that it cannot make. The reason says what to change in the
 * template and never quotes the document's data, so it may be logged and shown to the template's author.
 */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly template: string;
  /** Absent when the fault belongs to the finished document and to no line of the template. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly reason: string;

  constructor(
    place: { template: string; line?: number | undefined; column?: number | undefined },
    reason: string,
    options?: ErrorOptions,
  ) {
    const where = place.line === undefined ? '' : `, line ${place.line}, column ${place.column}`;
    super(`${place.template}${where}: ${reason}`, options);
    this.template = place.template;
    this.line = place.line;
    this.column = place.column;
    this.reason = reason;
  }
}

/** A limit or rule broken while a template runs; `renderTemplate` adds the place and throws a TemplateError. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
}
