import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answerConditionally } from '../api/conditional.ts';
import { compressPublicTexts } from '../compress.ts';
import type { OpenApi } from '../openapi/open-api.ts';
import type { Limits } from './limits.ts';
import { renderPage } from './page.ts';

export interface DocsRoutesOptions {
  /** The public description of the interface. */
  readonly describe: () => OpenApi;
  readonly limits: Limits;
}

/** The page loads everything from the service, runs only its own script, and cannot be shown in a frame. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};

const CLIENT = path.join(import.meta.dirname, 'client');
const CHANGELOG = path.join(import.meta.dirname, '..', '..', '..', 'CHANGELOG.md');

const FILES = [
  ['docs.css', 'text/css; charset=utf-8'],
  ['docs.js', 'text/javascript; charset=utf-8'],
  ['logo.svg', 'image/svg+xml'],
] as const;

/** `/docs`, the documentation of the interface, and `/`, which redirects to it. */
export const docsRoutes: FastifyPluginAsyncTypebox<DocsRoutesOptions> = async (app, { describe, limits }) => {
  // Made at the first request, so that a start does not wait for it.
  let page: Promise<string> | undefined;
  const makePage = async () =>
    renderPage({ description: describe(), limits, changelog: await readFile(CHANGELOG, 'utf8') });

  app.addHook('onSend', answerConditionally);
  app.addHook('onSend', compressPublicTexts());
  app.get('/', async (_request, reply) => reply.redirect('/docs'));
  app.get('/docs', async (_request, reply) => {
    page ??= makePage();
    reply.headers(HEADERS).type('text/html; charset=utf-8');
    return page;
  });
  for (const [name, type] of FILES)
    app.get(`/docs/${name}`, async (_request, reply) => {
      reply.headers(HEADERS).type(type);
      return readFile(path.join(CLIENT, name), 'utf8');
    });
};
