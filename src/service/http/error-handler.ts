import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError, tooLarge } from '../../errors.ts';
import { nearestRoute } from './nearest-route.ts';
import { publishedPath } from './published-path.ts';
import { isRefusal } from './refusals.ts';

/** For the log only, since the caller is gone; nginx introduced this status. */
const CALLER_GONE = 499;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The largest file that is taken as a body, in bytes, where JSON may be larger. */
    readonly fileLimit?: number;
  }
}

/** The one place where an error becomes a response. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.raw.socket.destroyed) {
    request.log.info('the caller hung up');
    return reply.code(CALLER_GONE).send();
  }
  const { bodyLimit, config } = request.routeOptions;
  const failure = toServiceError(error, config.fileLimit ?? bodyLimit);
  request.failure = failure;
  // A caller's mistake and a refusal are logged by request-log.ts; an error of the service is logged with its cause and stack.
  if (failure.code === 'generation_failed') request.log.error({ err: error }, failure.message);
  else if (failure.cause !== undefined && !isRefusal(failure))
    request.log.warn({ err: error }, failure.message);
  // Fastify closes the connection of a body that it refused; a caller that still sends it would lose the answer with the
  // connection. Left open, Node drops what arrives, until `requestTimeout`.
  reply.removeHeader('connection');
  // The hook that sets it does not run when the path cannot be decoded.
  reply.headers({ 'x-request-id': request.id, 'x-error-code': failure.code });
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
  return reply.code(failure.status).type('application/json; charset=utf-8').send(failure.body);
}

/** @param isServed whether a route exists on the port that received the request */
export function handleErrors(
  app: FastifyInstance,
  isServed: (request: FastifyRequest, route: string) => boolean = () => true,
): void {
  app.setErrorHandler(answerError);
  const routes = new Set<string>();
  app.addHook('onRoute', ({ url }) => {
    routes.add(url);
  });
  // Before the body is read, or a fault of the body would be answered first.
  app.addHook('onRequest', async (request) => {
    if (!request.is404) return;
    const [path = ''] = request.url.split('?', 1);
    const served = routes.values().filter((route) => isServed(request, route));
    throw routeNotFound(nearestRoute(path, served));
  });
  app.setNotFoundHandler(() => {
    throw routeNotFound();
  });
}

/** @param nearest the route that was most likely meant, as Fastify writes it */
export function routeNotFound(nearest?: string): ServiceError {
  const suggestion = nearest === undefined ? '' : `; did you mean ${publishedPath(nearest)}?`;
  return new ServiceError('route_not_found', `No such route${suggestion || ';'} GET /docs lists the routes`);
}

/** Turns Fastify's errors into the service's own. */
function toServiceError(error: FastifyError, bodyLimit: number | undefined): ServiceError {
  if (error instanceof ServiceError) return error;
  switch (error.code) {
    case 'FST_ERR_BAD_URL':
      return routeNotFound();
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ServiceError('unsupported_media_type', 'Content-Type must be application/json');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge('The body', bodyLimit);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ServiceError('validation_error', 'The body is not as long as its Content-Length says');
  }
  const { statusCode: status = 500 } = error;
  if (status === 404) return routeNotFound();
  if (status >= 400 && status < 500) {
    return new ServiceError('request_refused', `The request was refused: ${STATUS_CODES[status]}`, {
      status,
    });
  }
  return new ServiceError(
    'generation_failed',
    'The service failed; if it happens again, report it with the X-Request-Id',
    { cause: error },
  );
}
