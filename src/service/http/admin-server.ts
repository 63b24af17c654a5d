import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerConnectionError } from './connection-errors.ts';
import { routeNotFound } from './error-handler.ts';
import { passOnEveryHead } from './request-head.ts';

/** A second HTTP server, for the operator's routes. */
export interface AdminServer {
  /** @returns its address, as `http://127.0.0.1:9000` */
  listen(address: { host: string; port: number }): Promise<string>;
  /** Whether a path exists on the port that received the request. */
  isServed(request: FastifyRequest, path: string): boolean;
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
  const route = (request: IncomingMessage, response: ServerResponse) => {
    administrative.add(request);
    app.routing(request, response);
  };
  const server = createServer(
    {
      connectionsCheckingInterval: 1_000,
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      requireHostHeader: false,
    },
    route,
  ).on('clientError', answerConnectionError);
  passOnEveryHead(server, route);
  server.keepAliveTimeout = app.server.keepAliveTimeout;
  server.timeout = app.server.timeout;

  const isServed = ({ raw }: FastifyRequest, path: string) =>
    administrative.has(raw) ? ADMINISTRATION.test(path) || PROBES.test(path) : !ADMINISTRATION.test(path);
  app.addHook('onRequest', async (request) => {
    if (!request.is404 && !isServed(request, request.routeOptions.url ?? '')) throw routeNotFound();
  });
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
  return {
    isServed,
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
