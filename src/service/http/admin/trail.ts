import type { FastifyPluginAsyncTypebox, Static } from '@fastify/type-provider-typebox';
import { CompanyParams } from '../../../../schemas/companies.ts';
import { empty, json } from '../../../../schemas/shared/response.ts';
import {
  CompanyPageQuery,
  DocumentIdParams,
  DocumentParams,
  PageQuery,
  TrailPage,
} from '../../../../schemas/trail.ts';
import { ServiceError } from '../../../errors.ts';
import type { PageRequest, TrailReader } from '../../store/trail/trail-reader.ts';
import { notKnown, trailPage } from '../trail-answers.ts';
import { describeRoute } from './describe-route.ts';

export interface TrailRoutesOptions {
  readonly trail: TrailReader;
}

/** Default page size; `limit` asks for more. */
const ENTRIES = 100;

export const trailRoutes: FastifyPluginAsyncTypebox<TrailRoutesOptions> = async (app, { trail }) => {
  app.get(
    '/admin/v1/companies/:companyId/documents',
    {
      schema: describeRoute({
        operationId: 'listDocuments',
        summary: "List a company's documents",
        description:
          'Who asked for which document, when, and what became of it: one entry for every request that passed its checks. The data and the files themselves are not kept.',
        response: { 200: json('The newest first.', TrailPage) },
        failures: [404, 422],
        params: CompanyParams,
        querystring: CompanyPageQuery,
      }),
    },
    async ({ params, query }) => {
      const { companyId } = params;
      const { from, to, templateId, version, source } = query;
      const filter = { companyId, from: inUtc(from), to: inUtc(to), templateId, version, source };
      const found = await trail.list(filter, pageRequest(query));
      if (found.documents.length === 0) await trail.requireCompany(companyId);
      return trailPage(found);
    },
  );

  app.get(
    '/admin/v1/documents/:document',
    {
      schema: describeRoute({
        operationId: 'findFile',
        summary: 'Find out how a file came to be',
        description:
          'Is this file ours, and of which text was it made? Asked by the SHA-256 of its bytes (`sha256sum contract.pdf`), or by the `documentId` among its properties, which it keeps when it is filled in.',
        response: { 200: json('The entries of the file, the newest first.', TrailPage) },
        failures: [404, 422],
        params: DocumentParams,
        querystring: PageQuery,
      }),
    },
    async ({ params, query }) => {
      const { document } = params;
      const filter = document.includes('-') ? { documentId: document } : { sha256: document };
      const found = await trail.list(filter, pageRequest(query));
      if (found.documents.length === 0 && query.cursor === undefined) throw notKnown('was not made here');
      return trailPage(found);
    },
  );

  app.delete(
    '/admin/v1/documents/:documentId/digests',
    {
      schema: describeRoute({
        operationId: 'eraseDigests',
        summary: 'Erase what is stored of the values of a document',
        description:
          'Deletes the digests of the values of a document from its entries, which stay: for the erasure of a person. A Word file that comes back is `unknown` from then on.',
        response: { 204: empty('They are erased, or were before.') },
        failures: [404, 422],
        params: DocumentIdParams,
      }),
    },
    async ({ params }, reply) => {
      if (!(await trail.eraseDigests(params.documentId)))
        throw new ServiceError('not_found', 'No document with that documentId is in the trail');
      return reply.code(204).send();
    },
  );
};

function inUtc(text: string | undefined): string | undefined {
  return text === undefined ? undefined : new Date(text).toISOString();
}

function pageRequest({ limit, cursor }: Static<typeof PageQuery>): PageRequest {
  return { limit: limit === undefined ? ENTRIES : Number(limit), cursor };
}
