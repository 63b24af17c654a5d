import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { onRequestAsyncHookHandler } from 'fastify';
import { type CatalogueRoutesOptions, catalogueRoutes } from './catalogue.ts';
import { type DocumentRoutesOptions, documentRoutes } from './documents.ts';

export interface ApiRoutesOptions extends CatalogueRoutesOptions, DocumentRoutesOptions {
  /** Run in turn before anything else: who calls, and whether within the rate. */
  readonly admission: readonly onRequestAsyncHookHandler[];
}

/** What a company's services do, with its key. */
export const apiRoutes: FastifyPluginAsyncTypebox<ApiRoutesOptions> = async (
  app,
  { admission, ...options },
) => {
  for (const hook of admission) app.addHook('onRequest', hook);
  await app.register(catalogueRoutes, options);
  await app.register(documentRoutes, options);
};
