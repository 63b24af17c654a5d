import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { answerConnectionError } from './connection-errors.ts';
import { routeNotFound } from './error-handler.ts';

/** A second HTTP server, for the operator's routes. */
export interface AdminServer {
  /** @returns its address, as `http://127.0.0.1:9000` */
  listen(address: { host: string; port: number }): Promise<string>;
}

/** Routes that exist on the administration port only. */
const ADMINISTRATION = /^\/(admin\/v1|metrics)(\/|$)/;
/** Routes that exist on both ports: platforms probe whichever they can reach. */
const PROBES = /^\/(livez|readyz)$/;

/**
 * Moves the administration routes of `app` to a server of their own. One Fastify instance has all routes, hooks and
 * error handlers; a request is recognised by the server that received it. Closes with `app`.
 */
export function separateAdministration(app: FastifyInstance): AdminServer {
  const administrative = new WeakSet<IncomingMessage>();
  const server = createServer(
    { connectionsCheckingInterval: 1_000, headersTimeout: 10_000, requestTimeout: 15_000 },
    (request, response) => {
      administrative.add(request);
      app.routing(request, response);
    },
  ).on('clientError', answerConnectionError);
  server.keepAliveTimeout = app.server.keepAliveTimeout;
  server.timeout = app.server.timeout;

  app.addHook('onRequest', async ({ raw, routeOptions, url }) => {
    const path = routeOptions.url ?? url;
    const isThere = administrative.has(raw)
      ? ADMINISTRATION.test(path) || PROBES.test(path)
      : !ADMINISTRATION.test(path);
    if (!isThere) throw routeNotFound();
  });
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
  return {
    listen: async ({ host, port }) => {
      await app.ready();
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, resolve);
      });
      const { address, family, port: bound } = server.address() as AddressInfo;
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`;
    },
  };
}
