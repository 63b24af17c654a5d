import type { onRequestAsyncHookHandler } from 'fastify';
import { ServiceError } from '../../../errors.ts';
import { requesterOf } from './authenticate.ts';
import { TokenBuckets } from './token-buckets.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether requests of the route are not counted in the rate of a key, and never refused for it. */
    readonly isUncounted?: boolean;
  }
}

/**
 * Check 3 of the contract: the rate limit of a key. Headers as in draft-ietf-httpapi-ratelimit-headers-06.
 * @param perMinute 0 is no limit; the same number is the size of the bucket
 */
export function limitRate(perMinute: number): onRequestAsyncHookHandler[] {
  if (perMinute === 0) return [];
  const buckets = new TokenBuckets(perMinute, perMinute);
  return [
    async (request, reply) => {
      if (request.routeOptions.config.isUncounted) return;
      const taken = buckets.take(requesterOf(request).keyId, performance.now());
      reply.headers({
        'ratelimit-limit': perMinute,
        'ratelimit-remaining': taken.remaining,
        'ratelimit-reset': taken.allowed ? taken.fullAfterSeconds : taken.nextAfterSeconds,
      });
      if (taken.allowed) return;
      throw new ServiceError('rate_limited', `The key may make ${perMinute} requests a minute`, {
        retryAfterSeconds: taken.nextAfterSeconds,
      });
    },
  ];
}
