import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/**
 * Answers with JSON that the caller alone may keep (the answer depends on the key), or with 304 when the caller has it
 * already.
 * @param cacheControl how long the caller need not ask again
 */
export function sendCacheable(reply: FastifyReply, value: object, cacheControl: string): FastifyReply {
  const body = JSON.stringify(value);
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  reply.headers({ etag, 'cache-control': cacheControl, vary: 'X-Key' });
  // A proxy that compresses an answer makes its tag a weak one; of an answer to GET that says the same.
  const known = reply.request.headers['if-none-match']
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (known?.includes(etag) || known?.includes('*')) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}
