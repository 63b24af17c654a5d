import type { Valid } from '../../../schemas/valid.ts';
import { fieldsAmong } from '../../formats/document/field-table.ts';
import type { Renderer } from '../../render/renderer.ts';
import { type AcceptanceDependencies, acceptRequest } from './accept-request.ts';
import { explained } from './failure.ts';
import type { RefusedTexts } from './refused-texts.ts';
import type { SentRequest } from './sent-request.ts';

export interface ValidationDependencies extends AcceptanceDependencies {
  readonly renderer: Renderer;
  readonly refusedTexts: RefusedTexts;
}

/**
 * Validates a request without making a document. Fills in the template to find its blanks.
 * @param companyId the caller
 * @param signal fires when the caller no longer waits
 * @throws ServiceError as `generateDocument` does, or the signal's reason
 */
export async function validateRequest(
  dependencies: ValidationDependencies,
  companyId: string,
  sent: SentRequest,
  signal: AbortSignal,
): Promise<Valid> {
  const { template, data, warnings } = await acceptRequest(dependencies, companyId, sent);
  const { renderer, refusedTexts } = dependencies;
  refusedTexts.check(template);
  const caller = { signal, company: companyId };
  const found = await explained(caller, () => renderer.findBlanks(template, data, caller));
  return { valid: true, warnings: [...warnings], blanks: fieldsAmong(template.schema, found) };
}
