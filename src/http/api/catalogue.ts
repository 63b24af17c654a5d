import type { FastifyPluginAsyncTypebox, Static, TSchema } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import {
  CountryList,
  DataSchema,
  Sample,
  TemplateList,
  TemplateParams,
  TemplateSummary,
  VersionParams,
  VersionQuery,
} from '../../../schemas/catalogue.ts';
import { catalogueErrors, templateNotFound, wrongQuery } from '../../../schemas/error-responses.ts';
import { COUNTRY_LIST } from '../../../schemas/shared/countries.ts';
import { CONDITIONAL, empty, type JsonResponse, json, RATE } from '../../../schemas/shared/response.ts';
import type { Catalogue } from '../../templates/catalogue.ts';
import { type CustomTexts, resolveCustom } from '../../templates/custom.ts';
import { publishSchema } from '../../templates/publish-schema.ts';
import { resolveTemplate } from '../../templates/resolve.ts';
import { IF_NONE_MATCH } from '../openapi/operation.ts';
import { callerOf } from './authenticate.ts';
import { answerConditionally } from './conditional.ts';

export interface CatalogueRoutesOptions {
  readonly catalogue: Catalogue;
  readonly customTexts: CustomTexts;
}

/** An override must be seen as soon as it is published, so the caller revalidates each time; a 304 costs little. */
const ASK_EACH_TIME = 'private, no-cache';

/** The schema and sample of a version do not change while the service runs; `latest` may at the next release. */
const KEEP_A_MINUTE = 'private, max-age=60';

type CustomVersions = Awaited<ReturnType<CustomTexts['versionsOf']>>;
/** The list of templates, with all that a form for them needs. */
export const catalogueRoutes: FastifyPluginAsyncTypebox<CatalogueRoutesOptions> = async (
  app,
  { catalogue, customTexts },
) => {
  app.addHook('onSend', answerConditionally);

  app.get(
    '/api/v1/templates',
    {
      schema: describeRoute(
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
      const custom = await customTexts.versionsOf(callerOf(request).companyId);
      reply.header('cache-control', ASK_EACH_TIME);
      return { templates: [...catalogue.keys()].map((id) => summarise(catalogue, id, custom)) };
    },
  );

  app.get(
    '/api/v1/countries',
    {
      schema: describeRoute(
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
        ...describeRoute(
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
      const custom = await customTexts.versionsOf(callerOf(request).companyId);
      const summary = summarise(catalogue, request.params.templateId, custom);
      reply.header('cache-control', ASK_EACH_TIME);
      return summary;
    },
  );

  app.get(
    '/api/v1/templates/:templateId/versions/:version/schema',
    {
      schema: {
        ...describeRoute(
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
      const { template, keep, query } = await find(request);
      const id = `/api/v1/templates/${template.templateId}/versions/${template.version}/schema${query}`;
      reply.header('cache-control', keep);
      return publishSchema(template, id);
    },
  );

  app.get(
    '/api/v1/templates/:templateId/versions/:version/sample',
    {
      schema: {
        ...describeRoute(
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
      const { template, keep } = await find(request);
      reply.header('cache-control', keep);
      return template.sample;
    },
  );

  /** The version that a request means, how long its answer may be kept, and the query that says whose it is. */
  async function find(
    request: FastifyRequest<{
      Params: Static<typeof VersionParams>;
      Querystring: Static<typeof VersionQuery>;
    }>,
  ) {
    const { params, query } = request;
    if (query.custom !== 'true')
      return { template: resolveTemplate(catalogue, params), keep: KEEP_A_MINUTE, query: '' };
    const template = await resolveCustom(catalogue, customTexts, callerOf(request).companyId, params);
    return { template, keep: ASK_EACH_TIME, query: '?custom=true' };
  }
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

interface RouteText {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Description of the response. */
  readonly answer: string;
}

function describeRoute<Answer extends TSchema>(
  { answer, ...text }: RouteText,
  schema: Answer,
  failures: object = {},
) {
  const headers = { ...CONDITIONAL, ...RATE };
  const good = { 200: json(answer, schema, headers), 304: empty('What you keep is still right.', headers) };
  const response: { readonly 200: JsonResponse<Answer> } = Object.assign(good, catalogueErrors, failures);
  return {
    ...text,
    tag: 'catalogue',
    security: [{ companyKey: [] }],
    parameters: [IF_NONE_MATCH],
    response,
  };
}
