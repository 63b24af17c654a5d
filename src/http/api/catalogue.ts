import type { Static, TSchema } from '@sinclair/typebox';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { catalogueErrors, templateNotFound } from '../../../schemas/errors.ts';
import type { Catalogue, Template } from '../../templates/catalogue.ts';
import type { CustomTexts } from '../../templates/custom.ts';
import { publishSchema } from '../../templates/publish-schema.ts';
import { resolveTemplate } from '../../templates/resolve.ts';
import { callerOf } from './authenticate.ts';
import {
  DataSchema,
  NotModified,
  Sample,
  TemplateList,
  TemplateParams,
  TemplateSummary,
  VersionParams,
} from './catalogue-schemas.ts';
import { sendCacheable } from './send-cacheable.ts';

export interface CatalogueRoutesOptions {
  readonly catalogue: Catalogue;
  readonly customTexts: CustomTexts;
  /** Run in turn before anything else: who calls, and whether within the rate. */
  readonly admission: onRequestAsyncHookHandler[];
}

/** An override that was just published must be seen: the caller asks each time, and a 304 costs little. */
const ASK_EACH_TIME = 'private, no-cache';

/** A version never changes its schema or sample while the service runs; `latest` does at the next release. */
const KEEP_A_MINUTE = 'private, max-age=60';

type CustomVersions = Awaited<ReturnType<CustomTexts['versionsOf']>>;
type OneTemplate = { Params: Static<typeof TemplateParams> };
type OneVersion = { Params: Static<typeof VersionParams> };

/** What there is to generate, and what it needs: enough to build a form of. */
export async function catalogueRoutes(
  app: FastifyInstance,
  { catalogue, customTexts, admission }: CatalogueRoutesOptions,
): Promise<void> {
  // The schemas describe; what is not in the catalogue is not found.
  app.setValidatorCompiler(() => () => true);

  app.get(
    '/api/v1/templates',
    { onRequest: admission, schema: describeRoute('List the templates', TemplateList) },
    async (request, reply) => {
      const custom = await customTexts.versionsOf(callerOf(request).companyId);
      const templates = [...catalogue.keys()].map((templateId) => summarise(catalogue, templateId, custom));
      return sendCacheable(reply, { templates }, ASK_EACH_TIME);
    },
  );

  app.get<OneTemplate>(
    '/api/v1/templates/:templateId',
    {
      onRequest: admission,
      schema: describeRoute('Read about one template', TemplateSummary, TemplateParams),
    },
    async (request, reply) => {
      const custom = await customTexts.versionsOf(callerOf(request).companyId);
      return sendCacheable(reply, summarise(catalogue, request.params.templateId, custom), ASK_EACH_TIME);
    },
  );

  app.get<OneVersion>(
    '/api/v1/templates/:templateId/versions/:version/schema',
    {
      onRequest: admission,
      schema: describeRoute("Read the schema of a version's data", DataSchema, VersionParams),
    },
    async (request, reply) => {
      const template = findVersion(catalogue, request.params);
      const id = `/api/v1/templates/${template.templateId}/versions/${template.version}/schema`;
      return sendCacheable(reply, publishSchema(template, id), KEEP_A_MINUTE);
    },
  );

  app.get<OneVersion>(
    '/api/v1/templates/:templateId/versions/:version/sample',
    {
      onRequest: admission,
      schema: describeRoute("Read a sample of a version's data", Sample, VersionParams),
    },
    async (request, reply) =>
      sendCacheable(reply, findVersion(catalogue, request.params).sample, KEEP_A_MINUTE),
  );
}

function findVersion(catalogue: Catalogue, { templateId, version }: OneVersion['Params']): Template {
  return resolveTemplate(catalogue, version === 'latest' ? { templateId } : { templateId, version });
}

/** @throws ServiceError template_not_found */
function summarise(
  catalogue: Catalogue,
  templateId: string,
  custom: CustomVersions,
): Static<typeof TemplateSummary> {
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

function describeRoute(summary: string, answer: TSchema, params?: TSchema) {
  return {
    tags: ['catalogue'],
    summary,
    security: [{ companyKey: [] }],
    ...(params !== undefined && { params }),
    response: {
      200: answer,
      304: NotModified,
      ...catalogueErrors,
      ...(params !== undefined && templateNotFound),
    },
  };
}
