import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * A connection whose caller has read nothing of its response for so long is destroyed, which frees the response. Node
 * checks once per interval, so it may take twice as long.
 */
const STALLED_AFTER_MS = 15_000;

/** Interval at which a closing service checks whether callers have read on. */
const LOOK_EVERY_MS = 25;

/**
 * Handles connections after their responses: a caller who does not read is disconnected; while the service shuts down,
 * a connection is closed after its last response. Left open, it would delay the shutdown until its timeout; closed
 * after an earlier response, it would lose pipelined requests.
 * @returns waits until every response that is ready has been sent, or its caller is gone
 */
export function tendConnections(app: FastifyInstance, isLeaving: () => boolean): () => Promise<void> {
  /** Per connection, the number of requests without a complete response. */
  const unanswered = new Map<Socket, number>();
  const count = (socket: Socket, change: 1 | -1) => {
    const before = unanswered.get(socket);
    if (before === undefined) socket.once('close', () => unanswered.delete(socket));
    const left = (before ?? 0) + change;
    if (!socket.destroyed) unanswered.set(socket, left);
    return left;
  };
  app.addHook('onRequest', async ({ raw }) => {
    count(raw.socket, 1);
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    reply.raw.setTimeout(STALLED_AFTER_MS);
    if (isLeaving() && unanswered.get(raw.socket) === 1) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async ({ raw: { socket } }) => {
    const left = count(socket, -1);
    // Until the next pipelined response is ready, nothing is written: the server's own timeout applies again. After the
    // last one, Node applies its keep-alive timeout.
    if (left > 0 && socket.writableLength === 0) socket.setTimeout(app.server.timeout);
    if (left === 0 && isLeaving()) socket.end();
  });
  return async () => {
    while (unanswered.keys().some(({ writableLength }) => writableLength > 0)) await delay(LOOK_EVERY_MS);
  };
}
