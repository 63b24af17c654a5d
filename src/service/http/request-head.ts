import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { refuseConnection } from './connection-errors.ts';

/**
 * Passes on what Node's server would answer by itself, without a body: an unknown `Expect`. Its check of `Host` has to be
 * off too (`requireHostHeader`).
 * @param route handles a request, as Fastify's `routing` does
 */
export function passOnEveryHead(
  server: Server,
  route: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  server.on('checkExpectation', route);
  server.on('connect', (_request, socket) => {
    refuseConnection(
      socket,
      new ServiceError('request_refused', 'CONNECT is for proxies; this is none', { status: 501 }),
    );
  });
}

/** Refuses a request whose head is not right, before anything else is checked. */
export function checkHeads(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { httpVersion, headersDistinct } }) => {
    const hosts = headersDistinct.host?.length ?? 0;
    if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
      throw new ServiceError(
        'malformed_request',
        'The request must have one Host header, as HTTP/1.1 asks for',
      );
    if (headersDistinct.expect?.some((expected) => expected.toLowerCase() !== '100-continue'))
      throw new ServiceError(
        'request_refused',
        'The service can only be expected to 100-continue; leave out the Expect header',
        { status: 417 },
      );
  });
}
