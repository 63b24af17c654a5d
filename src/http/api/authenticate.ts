import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ServiceError } from '../../errors.ts';

/** The company that sends the request, and the key it used. */
export interface Caller {
  readonly companyId: string;
  readonly keyId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

export type VerifyKey = (key: string) => Promise<Caller | undefined>;

/** Checks 1 and 2 of the contract. Runs before the body is read, so that a request without a key costs little. */
export function authenticate(verifyKey: VerifyKey): onRequestAsyncHookHandler {
  return async (request) => {
    const keys = request.raw.headersDistinct['x-key'] ?? [];
    if (keys.every((key) => key.trim() === '')) {
      throw new ServiceError(
        'key_missing',
        'Unauthorized: the X-Key header is missing; send your company API key in it',
      );
    }
    const [key = ''] = keys;
    const caller = keys.length === 1 ? await verifyKey(key.trim()) : undefined;
    if (caller === undefined) throw new ServiceError('key_refused', 'Forbidden: invalid or revoked API key');
    request.caller = caller;
  };
}

/** The caller that `authenticate` found. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('the route does not authenticate its callers');
  return request.caller;
}
