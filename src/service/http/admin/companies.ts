import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  Company,
  CompanyChange,
  CompanyDeletion,
  CompanyList,
  CompanyParams,
  NewCompany,
} from '../../../../schemas/companies.ts';
import { empty, json } from '../../../../schemas/shared/response.ts';
import { ServiceError } from '../../../errors.ts';
import type * as store from '../../store/accounts/companies.ts';
import type { TrailReader } from '../../store/trail/trail-reader.ts';
import { answerOf } from '../answer-of.ts';
import { describeRoute } from './describe-route.ts';

interface CompanyRoutesOptions {
  readonly companies: store.Companies;
  readonly trail: Pick<TrailReader, 'settle'>;
}

export const companyRoutes: FastifyPluginAsyncTypebox<CompanyRoutesOptions> = async (
  app,
  { companies, trail },
) => {
  app.post(
    '/admin/v1/companies',
    {
      schema: describeRoute({
        operationId: 'createCompany',
        summary: 'Create a company',
        description: 'The first step for a new company; the second is a key.',
        response: { 201: json('The company as it is now.', Company) },
        failures: [409, 413, 415, 422],
        body: NewCompany,
      }),
    },
    async (request, reply) => {
      const company = await companies.create(request.body);
      request.log.info({ companyId: company.companyId }, 'created a company');
      reply.code(201);
      return answerOf<Company>(company);
    },
  );

  app.get(
    '/admin/v1/companies',
    {
      schema: describeRoute({
        operationId: 'listCompanies',
        summary: 'List the companies',
        description: 'All companies, also those that are suspended.',
        response: { 200: json('All companies, in the order of their ids.', CompanyList) },
      }),
    },
    async () => ({ companies: (await companies.list()).map(answerOf<Company>) }),
  );

  app.patch(
    '/admin/v1/companies/:companyId',
    {
      schema: describeRoute({
        operationId: 'changeCompany',
        summary: 'Rename, suspend or resume a company',
        description:
          'A suspended company keeps everything, and its keys are refused: at once by the instance that is asked, within a second by the others.',
        response: { 200: json('The company as it is now.', Company) },
        failures: [404, 413, 415, 422],
        params: CompanyParams,
        body: CompanyChange,
      }),
    },
    async (request) => {
      const company = await companies.change(request.params.companyId, request.body);
      request.log.info({ companyId: company.companyId, suspended: company.suspended }, 'changed a company');
      return answerOf<Company>(company);
    },
  );

  app.delete(
    '/admin/v1/companies/:companyId',
    {
      schema: describeRoute({
        operationId: 'deleteCompany',
        summary: 'Delete a company',
        description:
          'Deletes all that is stored of a company: itself, its keys, its own templates, its profile and its trail. None of it comes back, so `confirm` has to say the id once more.',
        response: { 204: empty('The company is deleted, with all that was stored of it.') },
        failures: [404, 422],
        params: CompanyParams,
        querystring: CompanyDeletion,
      }),
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
      return reply.code(204).send();
    },
  );
};
