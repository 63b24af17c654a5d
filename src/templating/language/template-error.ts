/** A position in a template or shared part; lines and columns count from 1. */
export interface TextPlace {
  readonly template: string;
  readonly line: number;
  readonly column: number;
}

/**
 * A fault of a template, or of the document that it makes. The reason says what to change in the template. It never
 * quotes the document's data, so it may be logged and shown to the template's author.
 */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly template: string;
  /** Absent when the fault is in the finished document and has no line in the template. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly reason: string;
  /** Those that were found together with it. */
  readonly others: readonly TemplateError[];

  constructor(
    place: { template: string; line?: number | undefined; column?: number | undefined },
    reason: string,
    { others = [], ...options }: ErrorOptions & { readonly others?: readonly TemplateError[] } = {},
  ) {
    const where = place.line === undefined ? '' : `, line ${place.line}, column ${place.column}`;
    super(`${place.template}${where}: ${reason}`, options);
    this.template = place.template;
    this.line = place.line;
    this.column = place.column;
    this.reason = reason;
    this.others = others;
  }
}

/** More faults of a text than these would not be read; the first ones may cause the rest. */
export const MAX_FAULTS = 20;

/** The first of these faults, with the others, each once. */
export function asOneFault(faults: readonly TemplateError[]): TemplateError {
  const each = faults.flatMap((fault) => [fault, ...fault.others]);
  const [first, ...others] = new Map(each.map((fault) => [fault.message, fault])).values();
  if (first === undefined) throw new Error('there is no fault');
  if (others.length === 0) return first;
  const { cause, reason } = first;
  return new TemplateError(first, reason, { cause, others: others.slice(0, MAX_FAULTS - 1) });
}

/**
 * A template exceeded a limit or broke a rule while it ran; `renderTemplate` adds the position and throws a
 * TemplateError.
 */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
}
