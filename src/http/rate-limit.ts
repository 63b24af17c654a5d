import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { ServiceError } from '../errors.ts';
import { callerOf } from './authenticate.ts';

/**
 * Check 3 of the contract: so many requests a key in a minute.
 * @param perMinute 0 is no limit
 */
export async function limitRate(
  app: FastifyInstance,
  perMinute: number,
): Promise<onRequestAsyncHookHandler[]> {
  if (perMinute === 0) return [];
  await app.register(rateLimit, {
    global: false,
    enableDraftSpec: true,
    max: perMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => callerOf(request).keyId,
    errorResponseBuilder: (_request, { max, ttl }) =>
      new ServiceError('rate_limited', `The key may make ${max} requests a minute`, {
        retryAfterSeconds: Math.ceil(ttl / 1_000),
      }),
  });
  return [app.rateLimit() as onRequestAsyncHookHandler];
}
