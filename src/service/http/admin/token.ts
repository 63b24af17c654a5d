import { createHash, timingSafeEqual } from 'node:crypto';
import type { onRequestAsyncHookHandler } from 'fastify';
import { ServiceError } from '../../../errors.ts';

/** Requires `Authorization: Bearer <one of the tokens>`; runs before the body is read. */
export function requireToken(tokens: readonly string[]): onRequestAsyncHookHandler {
  const expected = tokens.map(digestOf);
  return async (request, reply) => {
    const [, sent] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
    if (sent === undefined) {
      reply.header('www-authenticate', 'Bearer realm="administration"');
      throw new ServiceError(
        'unauthorized',
        'Send the administration token: Authorization: Bearer <ADMIN_TOKEN>',
      );
    }
    // timingSafeEqual needs inputs of equal length, hence the digests. Every token is compared, so that timing reveals
    // nothing.
    const digest = digestOf(sent);
    const matches = expected.map((known) => timingSafeEqual(digest, known));
    if (!matches.includes(true)) {
      throw new ServiceError('forbidden', 'This is not the administration token of this service');
    }
  };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
