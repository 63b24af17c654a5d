import type { DocumentFormat } from '../../schemas/formats.ts';
import type { GenerationRequest } from '../../schemas/generation-request.ts';
import type { StepTimes } from '../../schemas/trail.ts';
import { ServiceError } from '../errors.ts';
import type { Printer } from '../pdf/printer.ts';
import { OutOfMemoryError, PoolFullError, WorkTimeoutError } from '../pool/errors.ts';
import type { Renderer } from '../render/renderer.ts';
import type { Template } from '../templates/catalogue.ts';
import { type AcceptanceDependencies, type AcceptedRequest, acceptRequest } from './accept-request.ts';
import { type Capacity, unavailable } from './capacity.ts';
import { type Asker, follow, type Trail } from './trail.ts';

export interface GenerationDependencies extends AcceptanceDependencies {
  readonly renderer: Renderer;
  readonly printer: Printer;
  readonly capacity: Capacity;
  readonly trail: Trail;
}

export interface GeneratedDocument {
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
  readonly template: Template;
  readonly timings: StepTimes;
}

interface Made {
  readonly bytes: Uint8Array;
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
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<GeneratedDocument> {
  const started = performance.now();
  const accepted = await acceptRequest(dependencies, asker.companyId, request);
  const subject = { asker, template: accepted.template, format: request.format, started };
  return follow(dependencies.trail, subject, signal, () =>
    makeDocument(dependencies, accepted, request.format, signal),
  );
}

async function makeDocument(
  dependencies: GenerationDependencies,
  { template, data }: AcceptedRequest,
  format: DocumentFormat,
  signal: AbortSignal,
): Promise<GeneratedDocument> {
  using _place = dependencies.capacity.enter(template.owner);
  const started = performance.now();
  try {
    const { bytes, timings } = await MAKERS[format](dependencies, template, data, signal);
    const worked = Object.values(timings).reduce((sum, milliseconds) => sum + milliseconds, 0);
    const queue = Math.max(0, performance.now() - started - worked);
    return { bytes, format, template, timings: { queue, ...timings } };
  } catch (error) {
    signal.throwIfAborted();
    throw failure(error);
  }
}

type Make = (
  dependencies: GenerationDependencies,
  template: Template,
  data: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<Made>;

const makePdf: Make = async ({ renderer, printer }, template, data, signal) => {
  const { html, templateMs } = await renderer.renderHtml(template, data, signal);
  const { bytes, printMs } = await printer.printPdf(
    { html, isTrusted: template.origin === 'global' },
    signal,
    template.owner,
  );
  return { bytes, timings: { template: templateMs, print: printMs } };
};

const makeDocx: Make = async ({ renderer }, template, data, signal) => {
  const { bytes, templateMs, convertMs } = await renderer.renderDocx(template, data, signal);
  return { bytes, timings: { template: templateMs, convert: convertMs } };
};

const MAKERS: Readonly<Record<DocumentFormat, Make>> = { pdf: makePdf, docx: makeDocx };

function failure(cause: unknown): ServiceError {
  if (cause instanceof PoolFullError) return unavailable('The service is full; try again in a moment', cause);
  return new ServiceError('generation_failed', `Document generation failed; ${reasonOf(cause)}`, { cause });
}

function reasonOf(cause: unknown): string {
  if (cause instanceof WorkTimeoutError) return 'it took longer than is allowed';
  if (cause instanceof OutOfMemoryError) return 'it needs more memory than is allowed';
  return 'if it happens again, report it with the X-Request-Id of this answer';
}
