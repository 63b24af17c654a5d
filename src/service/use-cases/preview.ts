import type { OwnParts } from '../../../schemas/overrides.ts';
import type { PreviewRequest } from '../../../schemas/preview-request.ts';
import type { StepTimes } from '../../../schemas/trail.ts';
import type { Warning } from '../../../schemas/warning.ts';
import type { ServiceError } from '../../errors.ts';
import { fieldsAmong, fieldTableOf } from '../../formats/document/field-table.ts';
import type { Printer } from '../../formats/pdf/printer.ts';
import type { Template } from '../../templating/templates/catalogue.ts';
import type { Caller } from '../../workers/pool/job.ts';
import { acceptUnfinished } from './accept-request.ts';
import { explained, generationFailure } from './failure.ts';
import { Laps } from './laps.ts';
import { refusal } from './own-texts/check-override.ts';
import { explain, TextFault, tryPrint } from './own-texts/try-text.ts';
import type { SentRequest } from './sent-request.ts';
import type { ValidationDependencies } from './validate.ts';

export interface PreviewDependencies extends ValidationDependencies {
  readonly printer: Printer;
  /** The shared parts of this release, for a text that is not published. */
  readonly releaseParts: OwnParts;
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
 * (document/link-fields.ts). Nothing is recorded. A text that is not published is printed as it will be when it is.
 * @param look.isDraft whether DRAFT stands across every page
 * @param look.linksOrigins whether the words of an unpublished text are links to their sources, and the file's data the table
 * of these (document/word-origins.ts)
 * @throws ServiceError as `generateDocument` does, but not for faults of the data; unprocessable, as publishing, for those
 * of an unpublished text; or the signal's reason
 */
export async function previewDocument(
  dependencies: PreviewDependencies,
  sent: SentRequest<PreviewRequest>,
  look: { readonly isDraft: boolean; readonly linksOrigins: boolean },
  caller: Caller & { readonly company: string },
): Promise<Preview> {
  const { renderer, printer, refusedTexts } = dependencies;
  const { template, data, warnings, ...accepted } = await acceptUnfinished(
    dependencies,
    caller.company,
    sent,
  );
  refusedTexts.check(template);
  const options = {
    ...accepted.options,
    draft: look.isDraft,
    fillable: 'none' as const,
  };
  const { letterhead } = accepted;
  const isNew = sent.request.text !== undefined;
  const linksOrigins = isNew && look.linksOrigins;
  const wishes = {
    options,
    letterhead,
    fields: fieldTableOf(template.schema),
    linksFields: true,
    linksOrigins,
    isNew,
  };
  const laps = new Laps();
  return explained({ signal: caller.signal, failureOf }, async () => {
    const made = await renderer.renderHtml(template, data, caller, wishes).catch((error) => {
      throw isNew ? explain(error, template) : error;
    });
    const { body: html, facts, templateMs, convertMs } = made;
    laps.note({ template: templateMs + convertMs });
    const document = { html, facts, origin: template.origin, options, dataJson: made.originTable };
    const { bytes, printMs, completeMs } = isNew
      ? await tryPrint(printer, document, template, caller)
      : await printer.printPdf(document, caller, template);
    laps.note({ print: printMs, complete: completeMs });
    const blanks = fieldsAmong(template.schema, made.blanks);
    return { bytes, template, warnings, blanks, timings: laps.times };
  });
}

function failureOf(cause: unknown): ServiceError {
  return cause instanceof TextFault ? refusal(cause) : generationFailure(cause);
}
