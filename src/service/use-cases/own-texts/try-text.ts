import type { FaultPlace, TextFaultPlace } from '../../../errors.ts';
import type { PrintableDocument, PrintedPdf, Printer } from '../../../formats/pdf/printer.ts';
import { RenderProcessError } from '../../../render/render-process.ts';
import type { OwnTextCheck, Renderer } from '../../../render/renderer.ts';
import { TemplateError } from '../../../templating/language/template-error.ts';
import type { Template } from '../../../templating/templates/catalogue.ts';
import { extremes } from '../../../templating/templates/minimal-data.ts';
import { OutOfMemoryError, WorkerLostError, WorkTimeoutError } from '../../../workers/pool/errors.ts';
import type { Caller } from '../../../workers/pool/job.ts';
import { outage } from '../failure.ts';

/** No document can be made of a company's own text. The message says why and what to do, and may quote the text. */
export class TextFault extends Error {
  override readonly name = 'TextFault';
  readonly place: FaultPlace | undefined;
  /** All that were found; the message tells the first. */
  readonly faults: readonly TextFaultPlace[];

  constructor(
    message: string,
    {
      place,
      faults,
      ...options
    }: ErrorOptions & { place?: FaultPlace; faults?: readonly TextFaultPlace[] } = {},
  ) {
    super(message, options);
    this.place = place;
    this.faults = faults ?? [{ message }];
  }
}

/** Tries a text in a render process; see `tryText`. */
export type TryText = (template: Template, signal: AbortSignal) => Promise<OwnTextCheck>;

/**
 * Compiles a company's own text, checks its markup, makes the documents of the sample and of the required fields alone,
 * converts them to Word, and compares the texts of HTML and Word.
 * @param template the company's text, with the schema and sample to check it with
 * @throws TextFault, ServiceError service_unavailable, or the signal's reason
 */
export async function tryText(
  renderer: Pick<Renderer, 'checkOwnText'>,
  template: Template,
  caller: Caller,
): Promise<OwnTextCheck> {
  const subject = { schema: template.schema, cases: extremes(template) };
  try {
    return await renderer.checkOwnText(template, subject, caller);
  } catch (error) {
    throw explain(error, template);
  }
}

/** Prints a document that `tryText` made. @throws as `tryText` */
export async function tryPrint(
  printer: Pick<Printer, 'printPdf'>,
  document: OwnTextCheck['documents'][number] & Pick<PrintableDocument, 'options'>,
  { owner, sha256 }: Template,
  caller: Caller,
): Promise<PrintedPdf> {
  try {
    return await printer.printPdf({ ...document, origin: 'custom' }, caller, { owner, sha256 });
  } catch (cause) {
    const unavailable = outage(cause);
    if (unavailable !== undefined) throw unavailable;
    throw new TextFault('it cannot be printed, or not in time; make its pages fewer and its styles simpler', {
      cause,
    });
  }
}

/** @param cause why a render process made no document of the text @returns a TextFault if that is the text's fault */
export function explain(cause: unknown, template: Template): unknown {
  if (cause instanceof TemplateError) return explainTemplate(cause, template);
  const unavailable = outage(cause);
  if (unavailable !== undefined) return unavailable;
  if (cause instanceof WorkTimeoutError)
    return new TextFault('it takes longer to make than a document may; loop over less and use fewer styles', {
      cause,
    });
  if (cause instanceof OutOfMemoryError || cause instanceof WorkerLostError)
    return new TextFault('it takes more memory than a document may; print less and nest less', { cause });
  if (cause instanceof RenderProcessError)
    return new TextFault('it cannot be made into a document; use simpler elements and styles', { cause });
  return cause;
}

/**
 * The reason may quote the text and is for its author only, so that it is no `cause`, which would be logged. A fault in
 * a shared part has no position in the text.
 */
function explainTemplate(cause: TemplateError, { templateId, version }: Template): TextFault {
  const { line, column, reason } = cause;
  const text = `${templateId}/${version}.njk`;
  const faults = [cause, ...cause.others].map((fault) => faultOf(fault, text));
  if (cause.template !== text) return new TextFault(cause.message, { faults });
  if (line === undefined || column === undefined) return new TextFault(reason, { faults });
  return new TextFault(`line ${line}, column ${column}: ${reason}`, { place: { line, column }, faults });
}

/** @param text name of the text that was sent */
function faultOf({ template, line, column, reason: message }: TemplateError, text: string): TextFaultPlace {
  return {
    ...(line !== undefined && column !== undefined && { line, column }),
    ...(template !== text && { part: template }),
    message,
  };
}
