import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  Company,
  CompanyChange,
  CompanyList,
  CompanyParams,
  NewCompany,
} from '../../../schemas/companies.ts';
import type * as store from '../../store/accounts/companies.ts';
import { describeRoute } from './describe-route.ts';

export const companyRoutes: FastifyPluginAsyncTypebox<{ readonly companies: store.Companies }> = async (
  app,
  { companies },
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
};

function answer({ createdAt, suspendedAt, ...company }: store.Company): Company {
  return {
    ...company,
    createdAt: createdAt.toISOString(),
    suspendedAt: suspendedAt?.toISOString() ?? null,
  };
}
