import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { LOOK } from '../../../ui/look/look.ts';
import { answerPublicTexts, PAGE_HEADERS } from '../public-texts.ts';

/** The limits that the operator configures. */
interface DocsRoutesOptions {
  readonly bodyBytes: number;
  readonly fileBytes: number;
  /** Requests of one key; 0 is no limit. */
  readonly ratePerMinute: number;
}

/** The page loads everything from the service, runs only its own script, and cannot be shown in a frame. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'none'",
  ...PAGE_HEADERS,
  'cache-control': 'no-cache',
};

/** Made by clients/docs of the description of the interface. */
const PAGE = 'client/docs.html';

const FILES = [
  ['/docs', PAGE, 'text/html; charset=utf-8'],
  ['/docs/look.css', LOOK, 'text/css; charset=utf-8'],
  ['/docs/docs.css', 'client/docs.css', 'text/css; charset=utf-8'],
  ['/docs/docs.js', 'client/docs.js', 'text/javascript; charset=utf-8'],
  ['/docs/logo.svg', 'client/logo.svg', 'image/svg+xml'],
  ['/docs/changelog.txt', '../../../../CHANGELOG.md', 'text/plain; charset=utf-8'],
] as const;

/** `/docs`, the documentation of the interface, and `/`, which redirects to it. */
export const docsRoutes: FastifyPluginAsyncTypebox<DocsRoutesOptions> = async (app, limits) => {
  answerPublicTexts(app);
  app.get('/', async (_request, reply) => reply.redirect('/docs'));
  for (const [url, file, type] of FILES)
    app.get(url, async (_request, reply) => {
      reply.headers(HEADERS).type(type);
      const text = await readFile(path.resolve(import.meta.dirname, file), 'utf8');
      return file === PAGE ? withLimits(text, limits) : text;
    });
};

function withLimits(page: string, { bodyBytes, fileBytes, ratePerMinute }: DocsRoutesOptions): string {
  const rate = `${count(ratePerMinute)}, which may all be sent at once after a pause of a minute`;
  return page
    .replace('{bodyBytes}', count(bodyBytes))
    .replace('{fileBytes}', count(fileBytes))
    .replace('{ratePerMinute}', ratePerMinute === 0 ? 'no limit' : rate);
}

function count(number: number): string {
  return number.toLocaleString('en');
}
