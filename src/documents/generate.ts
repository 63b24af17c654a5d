import { hash } from 'node:crypto';
import type { DocumentFormat } from '../../schemas/formats.ts';
import type { StepTimes } from '../../schemas/trail.ts';
import type { Warning } from '../../schemas/warning.ts';
import type { Printer } from '../pdf/printer.ts';
import type { Look } from '../render/renderer.ts';
import type { Template } from '../templates/catalogue.ts';
import { findDenied } from '../warnings/value-warnings.ts';
import { type AcceptedRequest, acceptRequest, type SentRequest } from './accept-request.ts';
import { generationFailure } from './failure.ts';
import { fieldsAmong, fieldTableOf } from './fields.ts';
import { type Requester, recordOutcome, type Trail } from './trail.ts';
import type { ValidationDependencies } from './validate.ts';

export interface GenerationDependencies extends ValidationDependencies {
  readonly printer: Printer;
  readonly trail: Trail;
}

export interface GeneratedDocument {
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
  readonly template: Template;
  readonly warnings: readonly Warning[];
  /** The fields that are printed as blanks, each once, in the order of the document. */
  readonly blanks: readonly string[];
  readonly timings: StepTimes;
}

interface Made {
  readonly bytes: Uint8Array;
  readonly blanks: readonly string[];
  readonly timings: StepTimes;
}

/**
 * The service's one operation: a request in, a finished document out. From its acceptance on the trail has it, however
 * it ends.
 * @param requester whose request it is
 * @param signal fires when nobody waits for the document any more
 * @throws ServiceError, or the signal's reason
 */
export async function generateDocument(
  dependencies: GenerationDependencies,
  requester: Requester,
  sent: SentRequest,
  signal: AbortSignal,
): Promise<GeneratedDocument> {
  const started = performance.now();
  const accepted = await acceptRequest(dependencies, requester.companyId, sent);
  const { format } = sent.request;
  const subject = { requester, template: accepted.template, format, started };
  return recordOutcome(dependencies.trail, subject, signal, () =>
    makeDocument(dependencies, accepted, format, signal),
  );
}

async function makeDocument(
  dependencies: GenerationDependencies,
  accepted: AcceptedRequest,
  format: DocumentFormat,
  signal: AbortSignal,
): Promise<GeneratedDocument> {
  const { template, warnings } = accepted;
  dependencies.refusedTexts.check(template);
  using _place = dependencies.capacity.enter(template.owner);
  const started = performance.now();
  try {
    const { bytes, timings, ...made } = await MAKERS[format](dependencies, accepted, signal);
    const worked = Object.values(timings).reduce((sum, milliseconds) => sum + milliseconds, 0);
    const queue = Math.max(0, performance.now() - started - worked);
    const blanks = fieldsAmong(template.schema, made.blanks);
    return { bytes, format, template, warnings, blanks, timings: { queue, ...timings } };
  } catch (error) {
    signal.throwIfAborted();
    throw generationFailure(error);
  }
}

type Make = (
  dependencies: GenerationDependencies,
  accepted: AcceptedRequest,
  signal: AbortSignal,
) => Promise<Made>;

const makePdf: Make = async ({ renderer, printer }, accepted, signal) => {
  const { template, data, options } = accepted;
  const made = await renderer.renderHtml(template, data, signal, lookOf(accepted));
  const { html, dataJson, blanks, templateMs } = made;
  const { bytes, printMs } = await printer.printPdf(
    { html, isTrusted: template.origin === 'global', archive: options.archive, dataJson },
    signal,
    template,
  );
  return { bytes, blanks, timings: { template: templateMs, print: printMs } };
};

const makeDocx: Make = async ({ renderer }, accepted, signal) => {
  const { template, data } = accepted;
  const made = await renderer.renderDocx(template, data, signal, lookOf(accepted));
  const { bytes, blanks, templateMs, convertMs } = made;
  return { bytes, blanks, timings: { template: templateMs, convert: convertMs } };
};

const MAKERS: Readonly<Record<DocumentFormat, Make>> = { pdf: makePdf, docx: makeDocx };

/** The options as the renderer takes them. */
function lookOf({ template, data, options, letterhead }: AcceptedRequest): Look {
  const { templateId, version, origin, source, schema } = template;
  const { paper, draft, fillable, embedData } = options;
  const form = fillable === 'none' ? undefined : { fields: fieldTableOf(schema), given: fillable === 'all' };
  if (!embedData) return { paper, letterhead, draft, form };
  const about = { templateId, version, source: origin, templateSha256: hash('sha256', source) };
  return { paper, letterhead, draft, form, embed: { about, denied: findDenied(schema, data) } };
}
