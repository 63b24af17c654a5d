import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

const signals = new WeakMap<ServerResponse, AbortSignal>();

/**
 * Fires when the caller hangs up or has already done so; the same signal at each call for a request. Fastify's own
 * `request.signal` fires as soon as a body has been read (fastify#6725), and misses the close of the connection while the
 * response waits behind others on it.
 */
export function hangUpSignal({ raw, request }: FastifyReply): AbortSignal {
  const known = signals.get(raw);
  if (known !== undefined) return known;
  const { socket } = request.raw;
  const hangUp = new AbortController();
  const onClose = () => hangUp.abort(new DOMException('the caller hung up', 'AbortError'));
  if (socket.destroyed) onClose();
  // A caller may pipeline any number of requests.
  setMaxListeners(0, socket);
  socket.once('close', onClose);
  raw.once('finish', () => socket.off('close', onClose));
  signals.set(raw, hangUp.signal);
  return hangUp.signal;
}
