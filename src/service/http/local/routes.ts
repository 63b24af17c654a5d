import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { VersionParams } from '../../../../schemas/catalogue.ts';
import { OwnText } from '../../../../schemas/overrides.ts';
import { resolveTemplate } from '../../../templating/templates/resolve.ts';
import type { GenerationDependencies } from '../../use-cases/generate.ts';
import type { ReviewDependencies } from '../../use-cases/own-texts/publish.ts';
import type { Admission } from '../admission/admission.ts';
import { admit } from '../admission/admit.ts';
import { authoringRoutes } from '../api/authoring.ts';
import { catalogueRoutes } from '../api/catalogue.ts';
import { documentRoutes } from '../api/documents.ts';
import { ASK_EACH_TIME } from '../api/find-version.ts';
import { keyRoute } from '../api/key.ts';
import { previewRoute } from '../api/preview.ts';
import { refuseOtherMethods } from '../other-methods.ts';
import { reviewRoute } from '../own-texts/review.ts';
import { TEXT_LIMIT_BYTES, takeTemplateText, writtenText } from '../own-texts/template-text.ts';
import { studioRoutes } from '../studio/routes.ts';
import { ownPagesOnly } from './guard.ts';
import type { LocalFiles } from './local-files.ts';

interface LocalRoutesOptions {
  readonly admission: Admission;
  readonly generation: GenerationDependencies;
  readonly overrideCheck: ReviewDependencies['overrideCheck'];
  readonly files: LocalFiles;
}

/**
 * The studio over the files of a project, for whoever writes its texts: the routes of the service that need no database, for
 * a page that needs no key. Beside them `PUT …/text` writes a file, and `/studio-events` tells of files that changed.
 */
export async function addLocalRoutes(app: FastifyInstance, options: LocalRoutesOptions): Promise<void> {
  app.addHook('onRequest', ownPagesOnly);
  app.get('/', async (_request, reply) => reply.redirect('/studio'));
  app.get('/docs/logo.svg', async (_request, reply) => {
    reply.type('image/svg+xml');
    return await readFile(path.join(import.meta.dirname, '..', 'docs', 'client', 'logo.svg'), 'utf8');
  });
  await app.register(studioRoutes, { isLocal: true, drafts: 'off', readLimitBytes: 0 });
  await app.register(eventRoute, options);
  await app.register(refuseOtherMethods(apiRoutes), options);
}

/** There is no company. */
const NO_OVERRIDES = { ownTemplates: async () => ({ count: 0, isOwn: false }) };

/** The page of the person at this computer, who may do everything. */
const OWN = { companyId: 'files', keyId: 'files' };

const apiRoutes: FastifyPluginAsyncTypebox<LocalRoutesOptions> = async (
  app,
  { admission, generation, overrideCheck, files },
) => {
  app.addHook('onRequest', async (request) => {
    request.sender = OWN;
    request.rights = ['generate', 'texts'];
  });
  app.addHook('onRequest', admit(admission));
  const { catalogue, customTexts, releaseParts } = generation;
  const sources = { catalogue, customTexts, keep: ASK_EACH_TIME };
  await app.register(catalogueRoutes, sources);
  await app.register(authoringRoutes, {
    ...sources,
    releaseParts,
    cases: (template) => files.casesOf(template),
  });
  await app.register(keyRoute, {
    apiKeys: { ownKey: async () => ({ companyName: '', expiresAt: null }) },
    profiles: generation.profiles,
  });
  await app.register(documentRoutes, { generation });
  await app.register(previewRoute, { generation });
  const { refusedTexts } = generation;
  await app.register(reviewRoute, {
    catalogue,
    releaseParts,
    overrideCheck,
    refusedTexts,
    overrides: NO_OVERRIDES,
  });
  await app.register(saveRoute, { generation, files });
  app.get('/api/v1/texts', async () => ({ templates: [] }));
};

const saveRoute: FastifyPluginAsyncTypebox<Pick<LocalRoutesOptions, 'generation' | 'files'>> = async (
  app,
  { generation, files },
) => {
  takeTemplateText(app, { json: false });
  app.put(
    '/api/v1/templates/:templateId/versions/:version/text',
    {
      bodyLimit: TEXT_LIMIT_BYTES,
      schema: { params: VersionParams, body: OwnText, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const template = resolveTemplate(generation.catalogue, request.params);
      const known = request.headers['if-match']?.replaceAll('"', '');
      const sha256 = await files.save(template, writtenText(request.body).source, known);
      reply.code(204).header('etag', `"${sha256}"`);
      return null;
    },
  );
};

/** Shorter than the time after which an idle connection is closed. */
const SIGN_OF_LIFE_MS = 10_000;

const eventRoute: FastifyPluginAsyncTypebox<Pick<LocalRoutesOptions, 'files'>> = async (app, { files }) => {
  const streams = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of streams) end();
  });
  app.get('/studio-events', (_request, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const unsubscribe = files.subscribe((revision) => {
      raw.write(`event: files\ndata: ${JSON.stringify(revision)}\n\n`);
    });
    const life = setInterval(() => raw.write(':\n\n'), SIGN_OF_LIFE_MS);
    const end = () => raw.end();
    streams.add(end);
    raw.on('close', () => {
      unsubscribe();
      clearInterval(life);
      streams.delete(end);
    });
  });
};
