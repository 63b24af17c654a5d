import type { LoggerOptions } from 'pino';
import type { Config } from './environment/config.ts';

interface RequestLike {
  readonly method: string;
  readonly routeOptions: { readonly url?: string | undefined };
}

/**
 * The log's allow-list: only the fields named here are written, so no header, body, key or document is. A path is
 * logged as its route's pattern, since a misspelt one may contain anything.
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
