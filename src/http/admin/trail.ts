import type { Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { PageRequest, TrailReader } from '../../store/trail/trail-reader.ts';
import { bodyCheck } from './body.ts';
import { CompanyParams, describeRoute } from './schemas.ts';
import { CompanyPage, FileParams, Page, TrailPage } from './trail-schemas.ts';

export interface TrailRoutesOptions {
  readonly trail: TrailReader;
}

/** One screen of a list; a script asks for more. */
const ENTRIES = 100;

const companyPage = bodyCheck<Static<typeof CompanyPage>>(CompanyPage);
const page = bodyCheck<Static<typeof Page>>(Page);
const fileParams = bodyCheck<Static<typeof FileParams>>(FileParams);

export async function trailRoutes(app: FastifyInstance, { trail }: TrailRoutesOptions): Promise<void> {
  app.get<{ Params: Static<typeof CompanyParams> }>(
    '/admin/v1/companies/:companyId/documents',
    {
      schema: {
        ...describeRoute("List a company's documents", { 200: TrailPage }, [404, 422]),
        params: CompanyParams,
        querystring: CompanyPage,
      },
    },
    async (request) => {
      const { from, to, ...rest } = companyPage(request.query);
      return trail.listCompany(
        request.params.companyId,
        { from: momentOf(from), to: momentOf(to) },
        pageRequest(rest),
      );
    },
  );

  app.get<{ Params: Static<typeof FileParams> }>(
    '/admin/v1/documents/:sha256',
    {
      schema: {
        ...describeRoute('Find out how a file came to be', { 200: TrailPage }, [404, 422]),
        params: FileParams,
        querystring: Page,
      },
    },
    async (request) => {
      const { sha256 } = fileParams(request.params);
      const asked = pageRequest(page(request.query));
      const found = await trail.findFile(sha256, asked);
      if (found.documents.length === 0 && asked.cursor === undefined) {
        throw new ServiceError(
          'not_found',
          'No file with that SHA-256 is in the trail: it was not made here, or longer ago than the trail is kept',
        );
      }
      return found;
    },
  );
}

function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

function pageRequest({ limit, cursor }: Static<typeof Page>): PageRequest {
  return { limit: limit === undefined ? ENTRIES : Number(limit), cursor };
}
