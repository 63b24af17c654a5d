import type { FastifyPluginAsyncTypebox, TSchema } from '@fastify/type-provider-typebox';
import {
  CountryList,
  DataSchema,
  NotModified,
  Sample,
  TemplateList,
  TemplateParams,
  TemplateSummary,
  VersionParams,
} from '../../../schemas/catalogue.ts';
import { catalogueErrors, templateNotFound } from '../../../schemas/errors.ts';
import { COUNTRY_LIST } from '../../../schemas/shared/countries.ts';
import type { Catalogue } from '../../templates/catalogue.ts';
import type { CustomTexts } from '../../templates/custom.ts';
import { publishSchema } from '../../templates/publish-schema.ts';
import { resolveTemplate } from '../../templates/resolve.ts';
import { callerOf } from './authenticate.ts';
import { answerConditionally } from './conditional.ts';

export interface CatalogueRoutesOptions {
  readonly catalogue: Catalogue;
  readonly customTexts: CustomTexts;
}

/** An override that was just published must be seen: the caller asks each time, and a 304 costs little. */
const ASK_EACH_TIME = 'private, no-cache';

/** A version never changes its schema or sample while the service runs; `latest` does at the next release. */
const KEEP_A_MINUTE = 'private, max-age=60';

type CustomVersions = Awaited<ReturnType<CustomTexts['versionsOf']>>;
/** What there is to generate, and what it needs: enough to build a form of. */
export const catalogueRoutes: FastifyPluginAsyncTypebox<CatalogueRoutesOptions> = async (
  app,
  { catalogue, customTexts },
) => {
  app.addHook('onSend', answerConditionally);

  app.get(
    '/api/v1/templates',
    { schema: describeRoute('List the templates', TemplateList) },
    async (request, reply) => {
      const custom = await customTexts.versionsOf(callerOf(request).companyId);
      reply.header('cache-control', ASK_EACH_TIME);
      return { templates: [...catalogue.keys()].map((id) => summarise(catalogue, id, custom)) };
    },
  );

  app.get(
    '/api/v1/countries',
    { schema: describeRoute('List the supported countries', CountryList) },
    async (_request, reply) => {
      reply.header('cache-control', KEEP_A_MINUTE);
      return { countries: [...COUNTRY_LIST] };
    },
  );

  app.get(
    '/api/v1/templates/:templateId',
    {
      schema: {
        ...describeRoute('Read about one template', TemplateSummary, templateNotFound),
        params: TemplateParams,
      },
    },
    async (request, reply) => {
      const custom = await customTexts.versionsOf(callerOf(request).companyId);
      reply.header('cache-control', ASK_EACH_TIME);
      return summarise(catalogue, request.params.templateId, custom);
    },
  );

  app.get(
    '/api/v1/templates/:templateId/versions/:version/schema',
    {
      schema: {
        ...describeRoute("Read the schema of a version's data", DataSchema, templateNotFound),
        params: VersionParams,
      },
    },
    async (request, reply) => {
      const template = resolveTemplate(catalogue, request.params);
      const id = `/api/v1/templates/${template.templateId}/versions/${template.version}/schema`;
      reply.header('cache-control', KEEP_A_MINUTE);
      return publishSchema(template, id);
    },
  );

  app.get(
    '/api/v1/templates/:templateId/versions/:version/sample',
    {
      schema: {
        ...describeRoute("Read a sample of a version's data", Sample, templateNotFound),
        params: VersionParams,
      },
    },
    async (request, reply) => {
      const { sample } = resolveTemplate(catalogue, request.params);
      reply.header('cache-control', KEEP_A_MINUTE);
      return sample;
    },
  );
};

/** @throws ServiceError template_not_found */
function summarise(catalogue: Catalogue, templateId: string, custom: CustomVersions): TemplateSummary {
  const { title, kind, version } = resolveTemplate(catalogue, { templateId });
  const versions = catalogue.get(templateId)?.map((template) => template.version) ?? [];
  return {
    templateId,
    title,
    kind,
    latestVersion: version,
    versions: versions.toReversed(),
    customVersions: (custom.get(templateId) ?? []).map((own) => own.version).toReversed(),
  };
}

function describeRoute<Answer extends TSchema>(summary: string, answer: Answer, failures: object = {}) {
  const response: { readonly 200: Answer } = Object.assign(
    { 200: answer, 304: NotModified },
    catalogueErrors,
    failures,
  );
  return { tags: ['catalogue'], summary, security: [{ companyKey: [] }], response };
}
