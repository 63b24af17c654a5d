import type { PreviewRequest } from '../../schemas/preview-request.ts';
import type { StepTimes } from '../../schemas/trail.ts';
import type { Warning } from '../../schemas/warning.ts';
import type { Printer } from '../pdf/printer.ts';
import type { Caller } from '../pool/job.ts';
import type { Template } from '../templates/catalogue.ts';
import { acceptUnfinished } from './accept-request.ts';
import type { SentRequest } from './envelope.ts';
import { generationFailure } from './failure.ts';
import { fieldsAmong, fieldTableOf } from './fields.ts';
import { Laps } from './laps.ts';
import type { ValidationDependencies } from './validate.ts';

export interface PreviewDependencies extends ValidationDependencies {
  readonly printer: Printer;
}

export interface Preview {
  readonly bytes: Uint8Array;
  readonly template: Template;
  readonly warnings: readonly Warning[];
  /** The fields that are printed as blanks, each once, in document order. */
  readonly blanks: readonly string[];
  readonly timings: StepTimes;
}

/**
 * Prints a document as far as it is filled in: a draft whose values and blanks are links to their fields
 * (document/link-fields.ts). Nothing is recorded.
 * @throws ServiceError as `generateDocument` does, but not for faults of the data; or the signal's reason
 */
export async function previewDocument(
  dependencies: PreviewDependencies,
  sent: SentRequest<PreviewRequest>,
  caller: Caller & { readonly company: string },
): Promise<Preview> {
  const { renderer, printer, capacity, refusedTexts } = dependencies;
  const { template, data, warnings, ...accepted } = await acceptUnfinished(
    dependencies,
    caller.company,
    sent,
  );
  refusedTexts.check(template);
  const options = { ...accepted.options, draft: true, fillable: 'none' as const };
  const { letterhead } = accepted;
  const laps = new Laps();
  using _place = await capacity.enter(caller, 'print');
  try {
    const fields = fieldTableOf(template.schema);
    const wishes = { options, letterhead, fields, linksFields: true };
    const made = await renderer.renderHtml(template, data, caller, wishes);
    const { body: html, facts, templateMs, convertMs } = made;
    laps.note({ template: templateMs + convertMs });
    const document = { html, facts, origin: template.origin, options };
    const { bytes, printMs, completeMs } = await printer.printPdf(document, caller, template);
    laps.note({ print: printMs, complete: completeMs });
    const blanks = fieldsAmong(template.schema, made.blanks);
    return { bytes, template, warnings, blanks, timings: laps.times };
  } catch (error) {
    caller.signal.throwIfAborted();
    throw generationFailure(error);
  }
}
