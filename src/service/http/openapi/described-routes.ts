import type { TObject, TSchema } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { publishedPath } from '../published-path.ts';

/** The published description of a route; a route without an `operationId` is not published. */
export interface Description {
  readonly operationId?: string;
  readonly tag?: string;
  readonly summary?: string;
  /** Markdown. */
  readonly description?: string;
  /** Names of the security schemes, one of which is enough; that of the path, unless given. */
  readonly security?: readonly object[];
  /** Parameters in addition to those in `params` and `querystring`. */
  readonly parameters?: readonly object[];
  /** The body in another form, by content type. */
  readonly otherBodies?: Readonly<Record<string, TSchema>>;
  /** Whether a request may be sent without a body. */
  readonly bodyOptional?: boolean;
}

declare module 'fastify' {
  interface FastifySchema extends Description {}
}

export interface DescribedRoute extends Description {
  readonly method: string;
  /** With parameters as `{templateId}`. */
  readonly path: string;
  readonly params?: TObject;
  readonly querystring?: TObject;
  readonly body?: TSchema;
  readonly response: Readonly<Record<string, object>>;
}

/** What begins the paths of the routes that need a key. */
const SCHEMES = [
  ['/admin/', 'adminToken'],
  ['/api/', 'companyKey'],
] as const;

/** The published routes that are added to `app` from now on. */
export function describedRoutes(app: FastifyInstance): readonly DescribedRoute[] {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (schema?.operationId === undefined || method === 'HEAD') return;
    const path = publishedPath(url);
    const security = SCHEMES.flatMap(([start, scheme]) => (path.startsWith(start) ? [{ [scheme]: [] }] : []));
    routes.push({ security, ...schema, method: String(method).toLowerCase(), path } as DescribedRoute);
  });
  return routes;
}
