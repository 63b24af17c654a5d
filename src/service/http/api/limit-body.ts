import type { preValidationAsyncHookHandler } from 'fastify';
import { ServiceError } from '../../../errors.ts';
import { validationError } from '../../../templating/validation/accept.ts';
import { type BodyLimits, findExcess } from '../../../templating/validation/body-limits.ts';

/** Rejects a body that is empty or exceeds a limit, before any other validation. */
export function limitBody(limits: BodyLimits): preValidationAsyncHookHandler {
  return async ({ body }) => {
    if (body === undefined) throw new ServiceError('validation_error', 'The body is empty');
    const excess = findExcess(body, limits);
    if (excess !== undefined) throw validationError({ missing: [], invalid: [excess] });
  };
}
