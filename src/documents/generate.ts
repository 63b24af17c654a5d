import type { DocumentFormat } from '../../schemas/formats.ts';
import type { StepTimes } from '../../schemas/trail.ts';
import type { Warning } from '../../schemas/warning.ts';
import type { Printer } from '../pdf/printer.ts';
import type { Template } from '../templates/catalogue.ts';
import { type AcceptedRequest, acceptRequest, type SentRequest } from './accept-request.ts';
import { fieldsAmong } from './blanks.ts';
import { generationFailure } from './failure.ts';
import { type Asker, follow, type Trail } from './trail.ts';
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
 * @param asker who asks
 * @param signal fires when nobody waits for the document any more
 * @throws ServiceError, or the signal's reason
 */
export async function generateDocument(
  dependencies: GenerationDependencies,
  asker: Asker,
  sent: SentRequest,
  signal: AbortSignal,
): Promise<GeneratedDocument> {
  const started = performance.now();
  const accepted = await acceptRequest(dependencies, asker.companyId, sent);
  const { format } = sent.request;
  const subject = { asker, template: accepted.template, format, started };
  return follow(dependencies.trail, subject, signal, () =>
    makeDocument(dependencies, accepted, format, signal),
  );
}

async function makeDocument(
  dependencies: GenerationDependencies,
  { template, data, warnings }: AcceptedRequest,
  format: DocumentFormat,
  signal: AbortSignal,
): Promise<GeneratedDocument> {
  dependencies.refusedTexts.check(template);
  using _place = dependencies.capacity.enter(template.owner);
  const started = performance.now();
  try {
    const { bytes, timings, ...made } = await MAKERS[format](dependencies, template, data, signal);
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
  template: Template,
  data: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<Made>;

const makePdf: Make = async ({ renderer, printer }, template, data, signal) => {
  const { html, blanks, templateMs } = await renderer.renderHtml(template, data, signal);
  const { bytes, printMs } = await printer.printPdf(
    { html, isTrusted: template.origin === 'global' },
    signal,
    template,
  );
  return { bytes, blanks, timings: { template: templateMs, print: printMs } };
};

const makeDocx: Make = async ({ renderer }, template, data, signal) => {
  const { bytes, blanks, templateMs, convertMs } = await renderer.renderDocx(template, data, signal);
  return { bytes, blanks, timings: { template: templateMs, convert: convertMs } };
};

const MAKERS: Readonly<Record<DocumentFormat, Make>> = { pdf: makePdf, docx: makeDocx };
