import { createHash, timingSafeEqual } from 'node:crypto';
import type { onRequestAsyncHookHandler } from 'fastify';
import { ServiceError } from '../../errors.ts';

/** Lets nobody pass but who sends `Authorization: Bearer <token>`; runs before the body is read. */
export function requireToken(token: string): onRequestAsyncHookHandler {
  const expected = digestOf(token);
  return async (request, reply) => {
    const [, sent] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
    if (sent === undefined) {
      reply.header('www-authenticate', 'Bearer realm="administration"');
      throw new ServiceError(
        'unauthorized',
        'Send the administration token: Authorization: Bearer <ADMIN_TOKEN>',
      );
    }
    // Digests are of equal length, which timingSafeEqual asks for; the time it takes tells nothing of the token.
    if (!timingSafeEqual(digestOf(sent), expected)) {
      throw new ServiceError('forbidden', 'This is not the administration token of this service');
    }
  };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
