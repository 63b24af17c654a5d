import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closes a connection, when the service is leaving, after the last answer on it: kept alive, it would hold the service
 * until it times out, and closed with an earlier answer, it would lose those that were asked for behind that one.
 */
export function closeConnections(app: FastifyInstance, isLeaving: () => boolean): void {
  const unanswered = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: 1 | -1) => {
    const left = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, left);
    return left;
  };
  app.addHook('onRequest', async ({ raw }) => {
    count(raw.socket, 1);
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    if (isLeaving() && unanswered.get(raw.socket) === 1) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (count(raw.socket, -1) === 0 && isLeaving()) raw.socket.end();
  });
}
