import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { answerConnectionError } from './connection-errors.ts';
import { routeNotFound } from './error-handler.ts';

/** A port of its own for those who operate the service. */
export interface AdminServer {
  /** @returns its address, as `http://127.0.0.1:9000` */
  listen(address: { host: string; port: number }): Promise<string>;
}

/** Routes that callers have nothing to do with: on the other port they do not exist. */
const ADMINISTRATION = /^\/(admin\/v1|metrics)(\/|$)/;
/** Platforms ask for these where they can reach them. */
const PROBES = /^\/(livez|readyz)$/;

/**
 * Serves the administration's routes of `app` on a server of their own, and no longer on that of `app`. One Fastify has
 * all routes, hooks and error handlers; a request is told by the server on which it came. Closes with `app`.
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
