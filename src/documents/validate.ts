import type { Warning } from '../../schemas/warning.ts';
import type { Renderer } from '../render/renderer.ts';
import { type AcceptanceDependencies, acceptRequest, type SentRequest } from './accept-request.ts';
import type { Capacity } from './capacity.ts';
import { generationFailure } from './failure.ts';
import { fieldsAmong } from './fields.ts';
import type { RefusedTexts } from './refused-texts.ts';

export interface ValidationDependencies extends AcceptanceDependencies {
  readonly renderer: Renderer;
  readonly capacity: Capacity;
  readonly refusedTexts: RefusedTexts;
}

export interface Validation {
  readonly valid: true;
  readonly warnings: readonly Warning[];
  /** The fields that the document would have blanks for, each once, in the order of the document. */
  readonly blanks: readonly string[];
}

/**
 * Checks a request for a document, and fills in the text to know its blanks; nothing is printed or converted.
 * @param companyId who asks
 * @param signal fires when nobody waits for the answer any more
 * @throws ServiceError as `generateDocument` does, or the signal's reason
 */
export async function validateRequest(
  dependencies: ValidationDependencies,
  companyId: string,
  sent: SentRequest,
  signal: AbortSignal,
): Promise<Validation> {
  const { template, data, warnings } = await acceptRequest(dependencies, companyId, sent);
  const { renderer, capacity, refusedTexts } = dependencies;
  refusedTexts.check(template);
  using _place = capacity.enter(template.owner);
  try {
    const blanks = fieldsAmong(template.schema, await renderer.findBlanks(template, data, signal));
    return { valid: true, warnings, blanks };
  } catch (error) {
    signal.throwIfAborted();
    throw generationFailure(error);
  }
}
