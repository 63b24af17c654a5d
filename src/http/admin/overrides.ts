import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CompanyParams } from '../../../schemas/companies.ts';
import { textRefused } from '../../../schemas/error-responses.ts';
import {
  Override,
  OverrideCheckResult,
  OverrideList,
  OverrideParams,
  OverrideText,
} from '../../../schemas/overrides.ts';
import { empty, file, json, SOURCE } from '../../../schemas/shared/response.ts';
import { type PublishingDependencies, publishText } from '../../documents/own-texts/publish.ts';
import type { TextWatch } from '../../documents/own-texts/text-watch.ts';
import {
  type Overrides,
  type Override as StoredOverride,
  unknownOverride,
} from '../../store/overrides/overrides.ts';
import { hangUpSignal } from '../hang-up-signal.ts';
import { describeRoute } from './describe-route.ts';
import { TEXT_LIMIT_BYTES, takeTemplateText } from './template-text.ts';

export interface OverrideRoutesOptions extends PublishingDependencies<StoredOverride> {
  readonly overrides: Overrides;
  readonly textWatch: TextWatch;
}

const TEMPLATES = '/admin/v1/companies/:companyId/templates';
const VERSION = `${TEMPLATES}/:templateId/versions/:version`;

/** The companies' own versions of templates. */
export const overrideRoutes: FastifyPluginAsyncTypebox<OverrideRoutesOptions> = async (
  app,
  { textWatch, ...publishing },
) => {
  takeTemplateText(app);
  const { overrides } = publishing;
  const answer = (companyId: string, override: StoredOverride) =>
    describe(override, textWatch.faultOf({ companyId, ...override }));

  app.put(
    VERSION,
    {
      bodyLimit: TEXT_LIMIT_BYTES,
      schema: describeRoute({
        operationId: 'publishOverride',
        summary: "Publish a company's own version of a template",
        description:
          'The text is checked as a start checks those of the catalogue: it must compile, stay inside the sandbox, and make a document in both formats of the sample and of the required fields alone. A version never changes: the same bytes again are 200, others 409.',
        response: {
          200: json('It was there already, with the same bytes, and is in use.', Override),
          201: json('It is published, and in use.', Override),
        },
        failures: [404, 409, 413, 415],
        ownFailures: textRefused,
        bodyType: 'text/html',
        params: OverrideParams,
        body: OverrideText,
      }),
    },
    async (request, reply) => {
      const { params: key, body: source } = request;
      const { override, isNew } = await publishText(publishing, key, source, hangUpSignal(reply));
      request.log.info({ ...key, sha256: override.sha256 }, 'published an override');
      reply.code(isNew ? 201 : 200);
      return answer(key.companyId, override);
    },
  );

  app.get(
    TEMPLATES,
    {
      schema: describeRoute({
        operationId: 'listOverrides',
        summary: "List a company's own versions of templates",
        description: 'With what is known of each, and with those that were retired.',
        response: { 200: json('All of them, in the order of their publishing.', OverrideList) },
        failures: [404],
        params: CompanyParams,
      }),
    },
    async ({ params: { companyId } }) => ({
      templates: (await overrides.list(companyId)).map((override) => answer(companyId, override)),
    }),
  );

  app.post(
    `${TEMPLATES}/check`,
    {
      schema: describeRoute({
        operationId: 'checkOverrides',
        summary: "Check a company's own versions that are in use",
        description:
          'Tries each, one after the other, as publishing does except that nothing is printed: some 0.1 s a version. A version that fails was published by another version of the service; docs/overrides.md says what to do.',
        response: {
          200: json('All of those in use, with the fault of each that fails.', OverrideCheckResult),
        },
        failures: [404],
        params: CompanyParams,
      }),
    },
    async ({ params: { companyId } }, reply) => {
      // Gives the 404 for a company that does not exist.
      await overrides.list(companyId);
      const reports = await textWatch.check(companyId, hangUpSignal(reply));
      return {
        templates: reports.map(({ templateId, version, fault = null }) => ({ templateId, version, fault })),
      };
    },
  );

  app.get(
    VERSION,
    {
      schema: describeRoute({
        operationId: 'readOverride',
        summary: "Read the text of a company's own version",
        description: 'The source as it was published, byte for byte; also of a version that was retired.',
        response: { 200: file('The Nunjucks source.', ['text/html'], OverrideText, SOURCE) },
        failures: [404],
        params: OverrideParams,
      }),
    },
    async (request, reply) => {
      const { templateId, version } = request.params;
      const override = await overrides.find(request.params);
      if (override === undefined) throw unknownOverride(request.params);
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        etag: `"${override.sha256}"`,
        // The text is not trusted, so a browser must download it and not open it as a page.
        'content-disposition': `attachment; filename="${templateId}-${version}.njk"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(override.source);
    },
  );

  app.delete(
    VERSION,
    {
      schema: describeRoute({
        operationId: 'retireOverride',
        summary: "Retire a company's own version of a template",
        description:
          'No document is made of it any more. Its number stays taken, for a number must never stand for two texts; the same bytes can be published again.',
        response: { 204: empty('The version is out of use from now on.') },
        failures: [404],
        params: OverrideParams,
      }),
    },
    async (request, reply) => {
      await overrides.retire(request.params);
      request.log.info({ ...request.params }, 'retired an override');
      reply.code(204);
      return null;
    },
  );
};

function describe(
  { templateId, version, schemaVersion, sha256, bytes, ...override }: StoredOverride,
  fault: string | undefined,
): Override {
  return {
    ...{ templateId, version, schemaVersion, sha256, bytes },
    createdAt: override.createdAt.toISOString(),
    retiredAt: override.retiredAt?.toISOString() ?? null,
    warnings: [...override.warnings],
    fault: override.retiredAt === null ? (fault ?? null) : null,
  };
}
