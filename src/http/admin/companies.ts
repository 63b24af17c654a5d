import type { Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Companies } from '../../store/accounts/companies.ts';
import { bodyCheck } from './body.ts';
import { Company, CompanyChange, CompanyList, CompanyParams, describeRoute, NewCompany } from './schemas.ts';

const newCompany = bodyCheck<Static<typeof NewCompany>>(NewCompany);
const companyChange = bodyCheck<Static<typeof CompanyChange>>(CompanyChange);

export async function companyRoutes(
  app: FastifyInstance,
  { companies }: { readonly companies: Companies },
): Promise<void> {
  app.post(
    '/admin/v1/companies',
    { schema: { ...describeRoute('Create a company', { 201: Company }, [409, 422]), body: NewCompany } },
    async (request, reply) => {
      const company = await companies.create(newCompany(request.body));
      request.log.info({ companyId: company.companyId }, 'created a company');
      return reply.code(201).send(company);
    },
  );

  app.get(
    '/admin/v1/companies',
    { schema: describeRoute('List the companies', { 200: CompanyList }) },
    async () => ({ companies: await companies.list() }),
  );

  app.patch<{ Params: Static<typeof CompanyParams> }>(
    '/admin/v1/companies/:companyId',
    {
      schema: {
        ...describeRoute('Rename, suspend or resume a company', { 200: Company }, [404, 422]),
        params: CompanyParams,
        body: CompanyChange,
      },
    },
    async (request) => {
      const change = companyChange(request.body);
      const company = await companies.change(request.params.companyId, change);
      request.log.info({ companyId: company.companyId, suspended: company.suspended }, 'changed a company');
      return company;
    },
  );
}
