import { GenerationRequest } from '../../../schemas/generation-request.ts';
import { accept } from '../../validation/accept.ts';
import { type BodyLimits, findExcess } from '../../validation/body-limits.ts';
import { compileValidator } from '../../validation/validator.ts';

const validate = compileValidator<GenerationRequest>(GenerationRequest);

/**
 * Check 5 of the contract: the body's own fields, and before anything else looks into the body, its size.
 * @throws ServiceError validation_error
 */
export function acceptEnvelope(body: unknown, limits: BodyLimits): GenerationRequest {
  const excess = findExcess(body, limits);
  return accept(excess === undefined ? validate(body) : { valid: false, missing: [], invalid: [excess] });
}
