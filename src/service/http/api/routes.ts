import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { onRequestAsyncHookHandler } from 'fastify';
import type { ReviewDependencies } from '../../use-cases/own-texts/publish.ts';
import { approveRoute } from '../own-texts/approve.ts';
import { COMPANY } from '../own-texts/doors.ts';
import { reviewRoute } from '../own-texts/review.ts';
import { type OwnTextServices, ownTextRoutes } from '../own-texts/routes.ts';
import { authoringRoutes } from './authoring.ts';
import { type CatalogueRoutesOptions, catalogueRoutes } from './catalogue.ts';
import { type DocumentRoutesOptions, documentRoutes } from './documents.ts';
import { type KeyRouteOptions, keyRoute } from './key.ts';
import { type OwnDocumentsOptions, ownDocumentRoutes } from './own-documents.ts';
import { previewRoute } from './preview.ts';
import { type ReadRouteOptions, readRoute } from './read.ts';
import { type SealRoutesOptions, sealRoutes } from './seal.ts';

interface ApiRoutesOptions
  extends CatalogueRoutesOptions,
    DocumentRoutesOptions,
    Pick<KeyRouteOptions, 'apiKeys'>,
    OwnDocumentsOptions,
    SealRoutesOptions {
  /** Hooks that run first, in this order: authentication, the rate limit, a place. */
  readonly entry: readonly onRequestAsyncHookHandler[];
  readonly reading: ReadRouteOptions;
  readonly ownTexts: OwnTextServices & ReviewDependencies;
}

/** The routes for companies, with their keys. */
export const apiRoutes: FastifyPluginAsyncTypebox<ApiRoutesOptions> = async (
  app,
  { entry, reading, apiKeys, documents, ownTexts, ...options },
) => {
  for (const hook of entry) app.addHook('onRequest', hook);
  await app.register(catalogueRoutes, options);
  const { releaseParts } = ownTexts;
  await app.register(authoringRoutes, { ...options, releaseParts });
  await app.register(keyRoute, { apiKeys, profiles: options.generation.profiles });
  await app.register(documentRoutes, options);
  await app.register(previewRoute, options);
  await app.register(sealRoutes, options);
  await app.register(readRoute, reading);
  await app.register(ownDocumentRoutes, { documents });
  await app.register(reviewRoute, ownTexts);
  await app.register(approveRoute, ownTexts);
  await app.register(ownTextRoutes, { ...ownTexts, door: COMPANY });
};
