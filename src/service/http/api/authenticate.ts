import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Right } from '../../../../schemas/keys.ts';
import { ServiceError } from '../../../errors.ts';
import type { Requester } from '../../use-cases/trail.ts';

/** The company that sends the request, and the key it used. */
type Sender = Omit<Requester, 'requestId'>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The right that a key needs for the route; without it, any valid key will do. */
    readonly right?: Right;
  }

  interface FastifyRequest {
    sender: Sender | null;
    /** What the caller's key may do. */
    rights: readonly Right[] | null;
  }
}

type VerifyKey = (key: string) => Promise<(Sender & { readonly rights: readonly Right[] }) | undefined>;

/** Checks 1 and 2 of the contract, and the right that the route needs. Runs before the body is read, so that a request without a key costs little. */
export function authenticate(verifyKey: VerifyKey): onRequestAsyncHookHandler {
  return async (request) => {
    const keys = request.raw.headersDistinct['x-key'] ?? [];
    if (keys.every((key) => key.trim() === '')) {
      const isPreflight = request.headers['access-control-request-method'] !== undefined;
      const cure = isPreflight
        ? 'a page of another site cannot call the service (CORS); call it from your server'
        : 'send your company API key in it';
      throw new ServiceError('key_missing', `Unauthorized: the X-Key header is missing; ${cure}`);
    }
    const [key = ''] = keys;
    const found = keys.length === 1 ? await verifyKey(key.trim()) : undefined;
    if (found === undefined) throw new ServiceError('key_refused', 'Forbidden: invalid or revoked API key');
    const { rights, ...sender } = found;
    request.sender = sender;
    request.rights = rights;
    const { right } = request.routeOptions.config;
    if (right !== undefined) requireRight(request, right);
  };
}

/** @throws ServiceError right_missing when the caller's key lacks it */
export function requireRight({ rights }: FastifyRequest, right: Right): void {
  if (rights?.includes(right)) return;
  throw new ServiceError('right_missing', `Forbidden: this key lacks the right ${right}`);
}

/** Who sends the request, as `authenticate` found, and the request's id. */
export function requesterOf({ sender, id: requestId }: FastifyRequest): Requester {
  if (sender === null) throw new Error('the route does not authenticate its callers');
  return { ...sender, requestId };
}
