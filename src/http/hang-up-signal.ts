import { setMaxListeners } from 'node:events';
import type { FastifyReply } from 'fastify';

/**
 * Fires when the caller hangs up, or has done so already. Fastify's own `request.signal` fires as soon as a body has
 * been read (fastify#6725), and a reply that waits behind others on its connection does not hear that it has closed.
 */
export function hangUpSignal({ raw, request }: FastifyReply): AbortSignal {
  const { socket } = request.raw;
  const hangUp = new AbortController();
  const onClose = () => hangUp.abort(new DOMException('the caller hung up', 'AbortError'));
  if (socket.destroyed) onClose();
  // A caller may send any number of requests before it reads the first answer.
  setMaxListeners(0, socket);
  socket.once('close', onClose);
  raw.once('finish', () => socket.off('close', onClose));
  return hangUp.signal;
}
