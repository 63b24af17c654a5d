import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  CountryList,
  DataSchema,
  Sample,
  TemplateList,
  TemplateParams,
  TemplateSummary,
  VersionParams,
  VersionQuery,
} from '../../../../schemas/catalogue.ts';
import { templateNotFound, wrongQuery } from '../../../../schemas/error-responses.ts';
import { COUNTRY_LIST } from '../../../../schemas/shared/countries.ts';
import type { Catalogue } from '../../../templating/templates/catalogue.ts';
import { type CustomTexts, inUse } from '../../../templating/templates/custom.ts';
import { publishSchema } from '../../../templating/templates/publish-schema.ts';
import { resolveTemplate } from '../../../templating/templates/resolve.ts';
import { requesterOf } from './authenticate.ts';
import { answerConditionally } from './conditional.ts';
import { describeReading } from './describe-reading.ts';
import { ASK_EACH_TIME, findVersion, KEEP_A_MINUTE, type VersionSources } from './find-version.ts';

export interface CatalogueRoutesOptions extends VersionSources {}

type CustomVersions = Awaited<ReturnType<CustomTexts['versionsOf']>>;

/** The list of templates, with all that a form for them needs. */
export const catalogueRoutes: FastifyPluginAsyncTypebox<CatalogueRoutesOptions> = async (app, sources) => {
  const { catalogue, customTexts } = sources;
  app.addHook('onSend', answerConditionally);

  app.get(
    '/api/v1/templates',
    {
      schema: describeReading(
        {
          operationId: 'listTemplates',
          summary: 'List the templates',
          description: "Every template with its versions, and with those of your company's own.",
          answer: 'Every template, in the order of their ids.',
        },
        TemplateList,
      ),
    },
    async (request, reply) => {
      const custom = await customTexts.versionsOf(requesterOf(request).companyId);
      reply.header('cache-control', ASK_EACH_TIME);
      return { templates: [...catalogue.keys()].map((id) => summarise(catalogue, id, custom)) };
    },
  );

  app.get(
    '/api/v1/countries',
    {
      schema: describeReading(
        {
          operationId: 'listCountries',
          summary: 'List the supported countries',
          description: 'The values of every field that is a country, such as `governingLaw`.',
          answer: 'The Supported Countries list, in the order of the names.',
        },
        CountryList,
      ),
    },
    async (_request, reply) => {
      reply.header('cache-control', KEEP_A_MINUTE);
      return { countries: [...COUNTRY_LIST] };
    },
  );

  app.get(
    '/api/v1/templates/:templateId',
    {
      schema: {
        ...describeReading(
          {
            operationId: 'readTemplate',
            summary: 'Read about one template',
            description: 'One entry of the list of templates.',
            answer: 'The template and its versions.',
          },
          TemplateSummary,
          templateNotFound,
        ),
        params: TemplateParams,
      },
    },
    async (request, reply) => {
      const custom = await customTexts.versionsOf(requesterOf(request).companyId);
      const summary = summarise(catalogue, request.params.templateId, custom);
      reply.header('cache-control', ASK_EACH_TIME);
      return summary;
    },
  );

  app.get(
    '/api/v1/templates/:templateId/versions/:version/schema',
    {
      schema: {
        ...describeReading(
          {
            operationId: 'readSchema',
            summary: "Read the schema of a version's data",
            description:
              'What `data` may hold, to build a form of: in the order in which a person fills it in, with a title, a ' +
              'description and an example for every field.',
            answer: 'JSON Schema, draft 7. What is required under a condition is in `dependencies`.',
          },
          DataSchema,
          { ...templateNotFound, ...wrongQuery },
        ),
        params: VersionParams,
        querystring: VersionQuery,
      },
    },
    async (request, reply) => {
      const { template, keep, query } = await findVersion(sources, request);
      const id = `/api/v1/templates/${template.templateId}/versions/${template.version}/schema${query}`;
      reply.header('cache-control', keep);
      return publishSchema(template, id);
    },
  );

  app.get(
    '/api/v1/templates/:templateId/versions/:version/sample',
    {
      schema: {
        ...describeReading(
          {
            operationId: 'readSample',
            summary: "Read a sample of a version's data",
            description:
              'Data to begin with: as `data` of a request it makes the whole document, without a blank.',
            answer: 'A `data` object.',
          },
          Sample,
          { ...templateNotFound, ...wrongQuery },
        ),
        params: VersionParams,
        querystring: VersionQuery,
      },
    },
    async (request, reply) => {
      const { template, keep } = await findVersion(sources, request);
      reply.header('cache-control', keep);
      return template.sample;
    },
  );
};

/** @throws ServiceError template_not_found */
function summarise(catalogue: Catalogue, templateId: string, custom: CustomVersions): TemplateSummary {
  const { title, kind, version } = resolveTemplate(catalogue, { templateId });
  const templates = catalogue.get(templateId)?.toReversed() ?? [];
  const changes = templates.flatMap(({ version, changes }) =>
    changes === undefined ? [] : [[version, changes]],
  );
  return {
    templateId,
    title,
    kind,
    latestVersion: version,
    versions: templates.map((template) => template.version),
    ...(changes.length > 0 && { changes: Object.fromEntries(changes) }),
    customVersions: (inUse(custom).get(templateId) ?? []).map((own) => own.version).toReversed(),
  };
}
