import type { LoggerOptions } from 'pino';
import type { Config } from './config.ts';

interface RequestLike {
  readonly method: string;
  readonly routeOptions: { readonly url?: string | undefined };
}

/**
 * The log's allow-list: what is not named here is not written, so that no header, body, key or document ever is. Paths
 * are logged as the route's pattern, for a mistyped one may hold anything.
 */
export function loggerOptions(level: Config['LOG_LEVEL']): LoggerOptions {
  return {
    level,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      req: ({ method, routeOptions }: RequestLike) => ({ method, route: routeOptions.url }),
      res: (reply: { readonly statusCode: number }) => ({ status: reply.statusCode }),
    },
  };
}
