import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { onRequestAsyncHookHandler } from 'fastify';
import { type CatalogueRoutesOptions, catalogueRoutes } from './catalogue.ts';
import { type DocumentRoutesOptions, documentRoutes } from './documents.ts';
import { type ReadRouteOptions, readRoute } from './read.ts';
import { type SealRoutesOptions, sealRoutes } from './seal.ts';

export interface ApiRoutesOptions extends CatalogueRoutesOptions, DocumentRoutesOptions, SealRoutesOptions {
  /** Hooks that run first, in this order: authentication, then the rate limit. */
  readonly admission: readonly onRequestAsyncHookHandler[];
  readonly reading: ReadRouteOptions;
}

/** The routes for companies, with their keys. */
export const apiRoutes: FastifyPluginAsyncTypebox<ApiRoutesOptions> = async (
  app,
  { admission, reading, ...options },
) => {
  for (const hook of admission) app.addHook('onRequest', hook);
  await app.register(catalogueRoutes, options);
  await app.register(documentRoutes, options);
  await app.register(sealRoutes, options);
  await app.register(readRoute, reading);
};
