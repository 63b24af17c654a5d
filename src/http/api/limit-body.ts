import type { preValidationAsyncHookHandler } from 'fastify';
import { validationError } from '../../validation/accept.ts';
import { type BodyLimits, findExcess } from '../../validation/body-limits.ts';

/** Refuses a body that is too large in one of its parts, before anything else looks into it. */
export function limitBody(limits: BodyLimits): preValidationAsyncHookHandler {
  return async ({ body }) => {
    const excess = findExcess(body, limits);
    if (excess !== undefined) throw validationError({ missing: [], invalid: [excess] });
  };
}
