import type { preValidationAsyncHookHandler } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { validationError } from '../../validation/accept.ts';
import { type BodyLimits, findExcess } from '../../validation/body-limits.ts';

/** Refuses a body that is empty, or too large in one of its parts, before anything else looks into it. */
export function limitBody(limits: BodyLimits): preValidationAsyncHookHandler {
  return async ({ body }) => {
    if (body === undefined) throw new ServiceError('validation_error', 'The body is empty');
    const excess = findExcess(body, limits);
    if (excess !== undefined) throw validationError({ missing: [], invalid: [excess] });
  };
}
