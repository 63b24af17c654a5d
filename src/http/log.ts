import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LoggerOptions } from 'pino';
import type { Config } from '../config.ts';

/** What a line of the log says of a document that was generated. */
export type GeneratedLog = Readonly<Record<string, string | number>>;

declare module 'fastify' {
  interface FastifyRequest {
    generated: GeneratedLog | null;
  }
}

/**
 * The log's allow-list: what is not named here is not written, so that no header, body, key or document ever is. Paths
 * are logged as the route's pattern, for a mistyped one may hold anything.
 */
export function loggerOptions(level: Config['LOG_LEVEL']): LoggerOptions {
  return {
    level,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions.url }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  };
}

/** One line for every answer: who, what, how it ended and how long it took. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        ...request.caller,
        ...request.generated,
      },
      'answered',
    );
  });
}
