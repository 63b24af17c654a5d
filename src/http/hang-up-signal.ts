import type { FastifyReply } from 'fastify';

/**
 * Fires when the caller hangs up. Fastify's own `request.signal` fires as soon as a body has been read
 * (fastify#6725), so the reply's connection is watched in its place.
 */
export function hangUpSignal(reply: FastifyReply): AbortSignal {
  const hangUp = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) hangUp.abort(new Error('the caller hung up'));
  });
  return hangUp.signal;
}
