import type { OverrideWarning } from '../../schemas/overrides.ts';
import { type FaultPlace, ServiceError } from '../errors.ts';
import type { FieldSchema } from '../language/lint/lint.ts';
import { TemplateError } from '../language/template-error.ts';
import type { Printer } from '../pdf/printer.ts';
import { OutOfMemoryError, PoolFullError, WorkerLostError, WorkTimeoutError } from '../pool/errors.ts';
import { RenderProcessError } from '../render/render-process.ts';
import type { Renderer } from '../render/renderer.ts';
import type { Template } from '../templates/catalogue.ts';
import { minimalData } from '../templates/minimal-data.ts';
import { type Capacity, unavailable } from './capacity.ts';
import { Turns } from './turns.ts';

export interface OverrideCheckDependencies {
  readonly renderer: Pick<Renderer, 'checkOwnText'>;
  readonly printer: Pick<Printer, 'printPdf'>;
  readonly capacity: Capacity;
}

/**
 * Timeout of a whole check, without the wait for its turn. A document is made and printed in 100 ms; one that takes
 * this long would do so at every request.
 */
const CHECK_TIMEOUT_MS = 11_000;

/** Tries a company's text before it is published. One check runs at a time; the other workers are for documents. */
export class OverrideCheck {
  readonly #dependencies: OverrideCheckDependencies;
  readonly #turns = new Turns();

  constructor(dependencies: OverrideCheckDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Compiles the text, checks its markup, makes the documents of the sample and of the required fields alone, prints
   * them, converts them to Word, and compares the texts of HTML and Word.
   * @param template the company's text, with the schema and sample to check it with
   * @returns the fields that it reads and the schema does not have
   * @throws ServiceError unprocessable with line, column and cure, service_unavailable, or the signal's reason
   */
  async check(template: Template, signal: AbortSignal): Promise<OverrideWarning[]> {
    return this.#turns.take(() => this.#checkNow(template, signal));
  }

  async #checkNow(template: Template, signal: AbortSignal): Promise<OverrideWarning[]> {
    const { renderer, printer, capacity } = this.#dependencies;
    const company = template.owner;
    using _place = await capacity.enter({ signal, company }, 'print');
    const inTime = { signal: AbortSignal.any([signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]), company };
    const { schema, sample } = template;
    const cases = [
      { title: 'the sample data', data: sample },
      { title: 'the required fields alone', data: minimalData(schema, sample) as typeof sample },
    ];
    const { undeclaredFields, documents } = await renderer
      .checkOwnText(template, { schema: schema as FieldSchema, cases }, inTime)
      .catch((error) => rethrow(signal, refuseMaking(error, template)));
    for (const document of documents) {
      await printer
        .printPdf({ ...document, isTrusted: false }, inTime, template)
        .catch((error) => rethrow(signal, refusePrinting(error)));
    }
    return undeclaredFields.map(({ field, line, column }) => ({
      line,
      column,
      message: `there is no field ${field} in the data, so that it is always absent here; correct the name`,
    }));
  }
}

/** Rethrows the abort reason: a caller who hung up is not a fault of the text. */
function rethrow(signal: AbortSignal, error: unknown): never {
  signal.throwIfAborted();
  throw error;
}

function refuseMaking(cause: unknown, template: Template): unknown {
  if (cause instanceof TemplateError) return refuseTemplate(cause, template);
  if (cause instanceof WorkTimeoutError || isTimeout(cause))
    return unprocessable('it takes longer to make than a document may; loop over less and use fewer styles', {
      cause,
    });
  // In a small container, the kernel may kill a process before its heap limit is reached.
  if (cause instanceof OutOfMemoryError || cause instanceof WorkerLostError)
    return unprocessable('it takes more memory than a document may; print less and nest less', { cause });
  if (cause instanceof RenderProcessError)
    return unprocessable('it cannot be made into a document; use simpler elements and styles', { cause });
  return cause instanceof PoolFullError
    ? unavailable('The service is full; try again in a moment', cause)
    : cause;
}

/** The name of the error that `AbortSignal.timeout` gives. */
function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError';
}

function refusePrinting(cause: unknown): ServiceError {
  if (cause instanceof PoolFullError) return unavailable('The service is full; try again in a moment', cause);
  return unprocessable('it cannot be printed, or not in time; make its pages fewer and its styles simpler', {
    cause,
  });
}

/** A fault in a shared part has no position in the text that was sent. */
function refuseTemplate(cause: TemplateError, { templateId, version }: Template): ServiceError {
  const { line, column, reason } = cause;
  if (cause.template !== `${templateId}/${version}.njk`) return unprocessable(cause.message);
  if (line === undefined || column === undefined) return unprocessable(reason);
  return unprocessable(`line ${line}, column ${column}: ${reason}`, { place: { line, column } });
}

/** The reason may quote the text and is for its author only. It is not a `cause`, which would be logged. */
function unprocessable(reason: string, options: { cause?: unknown; place?: FaultPlace } = {}): ServiceError {
  return new ServiceError('unprocessable', `The template cannot be published: ${reason}`, options);
}
