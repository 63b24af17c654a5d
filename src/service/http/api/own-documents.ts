import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { catalogueErrors, documentNotKnown, wrongQuery } from '../../../../schemas/error-responses.ts';
import { json, NO_STORE, RATE } from '../../../../schemas/shared/response.ts';
import { DocumentIdParams, OwnDocumentsQuery, OwnPageQuery, TrailPage } from '../../../../schemas/trail.ts';
import type { PageRequest, TrailFilter, TrailReader } from '../../store/trail/trail-reader.ts';
import { notKnown, trailPage } from '../trail-answers.ts';
import { requesterOf } from './authenticate.ts';

export interface OwnDocumentsOptions {
  readonly documents: Pick<TrailReader, 'list'>;
}

/** Default page size; `limit` asks for more. */
const ENTRIES = 20;

const HEADERS = { ...NO_STORE, ...RATE };

/** The path's form: otherwise a path that is misspelt, as `/generat`, would be one of these. */
const DOCUMENT = '/api/v1/documents/:documentId(^[\\da-fA-F-]{36}$)';

/** What a key had made, for the application that has the key. */
export const ownDocumentRoutes: FastifyPluginAsyncTypebox<OwnDocumentsOptions> = async (
  app,
  { documents },
) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get(
    '/api/v1/documents',
    {
      schema: {
        operationId: 'listOwnDocuments',
        tag: 'documents',
        summary: 'List the documents that the key had made',
        description:
          'Entries of the trail: what the key asked for, when, and what became of it. With the right `trail`, those of all keys ' +
          'of its company. The data and the files themselves are not kept.',
        querystring: OwnDocumentsQuery,
        response: { 200: json('The newest first.', TrailPage, HEADERS), ...catalogueErrors, ...wrongQuery },
      },
    },
    async (request) => {
      const { templateId, documentId, sha256 } = request.query;
      const filter = { templateId, documentId, sha256, ...scopeOf(request) };
      return trailPage(await documents.list(filter, pageOf(request.query)));
    },
  );

  app.get(
    DOCUMENT,
    {
      schema: {
        operationId: 'findOwnDocument',
        tag: 'documents',
        summary: 'Find a document that the key had made',
        description:
          'The entries of one document: more than one when it was requested again with the same `options.at`, or sealed. With ' +
          'the right `trail`, of all keys of the company.',
        params: DocumentIdParams,
        querystring: OwnPageQuery,
        response: {
          200: json('The newest first.', TrailPage, HEADERS),
          ...catalogueErrors,
          ...wrongQuery,
          ...documentNotKnown,
        },
      },
    },
    async (request) => {
      const { documentId } = request.params;
      const found = await documents.list({ documentId, ...scopeOf(request) }, pageOf(request.query));
      if (found.documents.length === 0 && request.query.before === undefined)
        throw notKnown('was made with another key, or not here');
      return trailPage(found);
    },
  );
};

/** Whose entries the caller may see. */
function scopeOf(request: FastifyRequest): TrailFilter {
  const { companyId, keyId } = requesterOf(request);
  return request.rights?.includes('trail') ? { companyId } : { companyId, keyId };
}

function pageOf({ limit, before }: OwnPageQuery): PageRequest {
  return { limit: limit === undefined ? ENTRIES : Number(limit), cursor: before };
}
