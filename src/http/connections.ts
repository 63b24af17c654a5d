import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * A caller who has read nothing of its answer for so long is let go, and the bytes with it. Node looks once in that time
 * whether anything was written since, so that it may take twice as long.
 */
const STALLED_AFTER_MS = 15_000;

/** How often a leaving service looks whether its callers have read on. */
const LOOK_EVERY_MS = 25;

export interface Connections {
  /** @returns when every answer that is ready has been handed over, or its caller is gone */
  written(): Promise<void>;
}

/**
 * What becomes of a connection when its answers are ready: it does not wait for a caller who does not read, and when the
 * service is leaving, it is closed after the last answer. Kept alive, it would hold the service until it times out, and
 * closed with an earlier answer, it would lose those that were asked for behind that one.
 */
export function tendConnections(app: FastifyInstance, isLeaving: () => boolean): Connections {
  /** Of each connection, the answers that were asked for and are not handed over. */
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
    // The next answer on it is not ready yet, or would be on its way. When there is none, Node waits for another request.
    if (left > 0 && socket.writableLength === 0) socket.setTimeout(app.server.timeout);
    if (left === 0 && isLeaving()) socket.end();
  });
  return {
    written: async () => {
      while (unanswered.keys().some(({ writableLength }) => writableLength > 0)) await delay(LOOK_EVERY_MS);
    },
  };
}
