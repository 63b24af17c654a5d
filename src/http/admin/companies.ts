import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import {
  Company,
  CompanyChange,
  CompanyDeletion,
  CompanyList,
  CompanyParams,
  NewCompany,
} from '../../../schemas/companies.ts';
import { ServiceError } from '../../errors.ts';
import type * as store from '../../store/accounts/companies.ts';
import type { TrailReader } from '../../store/trail/trail-reader.ts';
import { describeRoute } from './describe-route.ts';

export interface CompanyRoutesOptions {
  readonly companies: store.Companies;
  readonly trail: Pick<TrailReader, 'settle'>;
}

export const companyRoutes: FastifyPluginAsyncTypebox<CompanyRoutesOptions> = async (
  app,
  { companies, trail },
) => {
  app.post(
    '/admin/v1/companies',
    { schema: { ...describeRoute('Create a company', { 201: Company }, [409, 422]), body: NewCompany } },
    async (request, reply) => {
      const company = await companies.create(request.body);
      request.log.info({ companyId: company.companyId }, 'created a company');
      reply.code(201);
      return answer(company);
    },
  );

  app.get(
    '/admin/v1/companies',
    { schema: describeRoute('List the companies', { 200: CompanyList }) },
    async () => ({ companies: (await companies.list()).map(answer) }),
  );

  app.patch(
    '/admin/v1/companies/:companyId',
    {
      schema: {
        ...describeRoute('Rename, suspend or resume a company', { 200: Company }, [404, 422]),
        params: CompanyParams,
        body: CompanyChange,
      },
    },
    async (request) => {
      const company = await companies.change(request.params.companyId, request.body);
      request.log.info({ companyId: company.companyId, suspended: company.suspended }, 'changed a company');
      return answer(company);
    },
  );

  app.delete(
    '/admin/v1/companies/:companyId',
    {
      schema: {
        ...describeRoute(
          'Delete a company with all that is stored of it',
          { 204: Type.Null({ description: 'Company, keys, overrides, profile and trail are deleted.' }) },
          [404, 422],
        ),
        params: CompanyParams,
        querystring: CompanyDeletion,
      },
    },
    async ({ params: { companyId }, query: { confirm }, log }, reply) => {
      if (confirm !== companyId)
        throw new ServiceError(
          'unprocessable',
          `confirm is invalid; expected: ${companyId}, as in the path.`,
        );
      await trail.settle();
      await companies.delete(companyId);
      log.info({ companyId }, 'deleted a company');
      reply.code(204);
      return null;
    },
  );
};

function answer({ createdAt, suspendedAt, ...company }: store.Company): Company {
  return {
    ...company,
    createdAt: createdAt.toISOString(),
    suspendedAt: suspendedAt?.toISOString() ?? null,
  };
}
