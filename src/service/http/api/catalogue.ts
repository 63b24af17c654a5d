import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  CountryList,
  DataSchema,
  Sample,
  TemplateList,
  TemplateParams,
  TemplateSummary,
  VersionQuery,
} from '../../../../schemas/catalogue.ts';
import { wrongQuery } from '../../../../schemas/error-responses.ts';
import { COUNTRY_LIST } from '../../../../schemas/shared/countries.ts';
import { ServiceError } from '../../../errors.ts';
import type { Catalogue } from '../../../templating/templates/catalogue.ts';
import { type CustomVersions, inUse } from '../../../templating/templates/custom.ts';
import { publishSchema } from '../../../templating/templates/publish-schema.ts';
import { resolveTemplate } from '../../../templating/templates/resolve.ts';
import { requesterOf } from './authenticate.ts';
import { answerConditionally } from './conditional.ts';
import { describeReading, describeVersion, VERSION_FAILURES } from './describe-reading.ts';
import { ASK_EACH_TIME, findVersion, KEEP_A_MINUTE, type VersionSources } from './find-version.ts';

export interface CatalogueRoutesOptions extends VersionSources {}

/** The list of templates, with all that a form for them needs. */
export const catalogueRoutes: FastifyPluginAsyncTypebox<CatalogueRoutesOptions> = async (app, sources) => {
  const { catalogue, customTexts } = sources;
  app.addHook('onSend', answerConditionally);

  app.get(
    '/api/v1/templates',
    {
      schema: {
        ...describeReading(
          {
            operationId: 'listTemplates',
            summary: 'List the templates',
            description:
              "Every template with its versions, and with those of your company's own. With `custom=true`, what a request with " +
              "`custom: true` can name: your company's templates, and those that it has a text of its own for.",
            answer: 'Every template, in the order of their ids.',
          },
          TemplateList,
          wrongQuery,
        ),
        querystring: VersionQuery,
      },
    },
    async (request, reply) => {
      const custom = await customTexts.versionsOf(requesterOf(request).companyId);
      reply.header('cache-control', ASK_EACH_TIME);
      if (request.query.custom === 'true')
        return {
          templates: [...inUse(custom).keys()].sort().map((id) => summariseOwn(catalogue, id, custom)),
        };
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
          VERSION_FAILURES,
        ),
        params: TemplateParams,
        querystring: VersionQuery,
      },
    },
    async (request, reply) => {
      const custom = await customTexts.versionsOf(requesterOf(request).companyId);
      const summarises = request.query.custom === 'true' ? summariseOwn : summarise;
      const summary = summarises(catalogue, request.params.templateId, custom);
      reply.header('cache-control', ASK_EACH_TIME);
      return summary;
    },
  );

  app.get(
    '/api/v1/templates/:templateId/versions/:version/schema',
    {
      schema: describeVersion(
        {
          operationId: 'readSchema',
          summary: "Read the schema of a version's data",
          description:
            'What `data` may hold, to build a form of: in the order in which a person fills it in, with a title, a ' +
            'description and an example for every field.',
          answer: 'JSON Schema, draft 7. What is required under a condition is in `dependencies`.',
        },
        DataSchema,
      ),
    },
    async (request, reply) => {
      const template = await findVersion(sources, request, reply);
      const query = request.query.custom === 'true' ? '?custom=true' : '';
      const id = `/api/v1/templates/${template.templateId}/versions/${template.version}/schema${query}`;
      return publishSchema(template, id);
    },
  );

  app.get(
    '/api/v1/templates/:templateId/versions/:version/sample',
    {
      schema: describeVersion(
        {
          operationId: 'readSample',
          summary: "Read a sample of a version's data",
          description:
            'Data to begin with: as `data` of a request it makes the whole document, without a blank.',
          answer: 'A `data` object.',
        },
        Sample,
      ),
    },
    async (request, reply) => {
      return (await findVersion(sources, request, reply)).sample;
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

/** What `custom: true` names. @throws ServiceError template_not_found */
function summariseOwn(catalogue: Catalogue, templateId: string, custom: CustomVersions): TemplateSummary {
  const own = inUse(custom).get(templateId) ?? [];
  const [latest] = own;
  if (latest === undefined)
    throw new ServiceError(
      'template_not_found',
      'Template not found: your company has none of its own by that name',
    );
  const base = catalogue.get(templateId)?.find(({ version }) => version === latest.schemaVersion);
  const versions = own.map(({ version }) => version).toReversed();
  return {
    templateId,
    title: latest.title ?? base?.title ?? templateId,
    kind: latest.kind ?? base?.kind ?? 'agreement',
    latestVersion: latest.version,
    versions,
    customVersions: versions,
  };
}
