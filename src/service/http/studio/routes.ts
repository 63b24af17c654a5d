import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { bundleStudio, type Studio, type StudioOptions, TRUSTED_TYPES } from '../../../ui/studio/bundle.ts';
import { routeNotFound } from '../error-handler.ts';
import { answerPublicTexts, PAGE_HEADERS } from '../public-texts.ts';

const BASE = '/studio';

/**
 * The page runs only its own scripts, sends only to this service, turns no text into markup or script, and cannot be
 * shown in a frame.
 */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; font-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    `require-trusted-types-for 'script'; trusted-types ${TRUSTED_TYPES}`,
  ...PAGE_HEADERS,
};

/** `/studio`, the page on which people fill documents in, and its files, which are bundled for the first visitor. */
export const studioRoutes: FastifyPluginAsyncTypebox<StudioOptions> = async (app, options) => {
  let bundled: Promise<Studio> | undefined;
  const studio = () => {
    bundled ??= bundleStudio(BASE, options).catch((error) => {
      bundled = undefined;
      throw error;
    });
    return bundled;
  };
  answerPublicTexts(app);

  app.get(BASE, async (_request, reply) => {
    const { page } = await studio();
    reply.headers(HEADERS).header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    return page;
  });

  app.get<{ Params: { file: string } }>(`${BASE}/:file`, async ({ params }, reply) => {
    const file = (await studio()).files.get(params.file);
    if (file === undefined) throw routeNotFound(params.file === '' ? BASE : undefined);
    reply.headers(HEADERS).header('cache-control', 'public, max-age=31536000, immutable').type(file.type);
    return file.content;
  });
};
