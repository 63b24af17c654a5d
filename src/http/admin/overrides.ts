import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import semver from 'semver';
import type { OverrideCheck } from '../../documents/check-override.ts';
import { ServiceError } from '../../errors.ts';
import {
  type OverrideKey,
  type Overrides,
  otherSource,
  unknownOverride,
} from '../../store/overrides/overrides.ts';
import type { Catalogue } from '../../templates/catalogue.ts';
import { customTemplate, schemaVersionFor } from '../../templates/custom.ts';
import { hangUpSignal } from '../hang-up-signal.ts';
import { CompanyParams, describeRoute, Override, OverrideList, OverrideParams } from './schemas.ts';
import { decodeTemplateText, TEXT_LIMIT_BYTES, takeTemplateText } from './template-text.ts';

export interface OverrideRoutesOptions {
  readonly overrides: Overrides;
  readonly catalogue: Catalogue;
  readonly overrideCheck: OverrideCheck;
}

type OneCompany = { Params: Static<typeof CompanyParams> };
type OneOverride = { Params: Static<typeof OverrideParams> };

const TEMPLATES = '/admin/v1/companies/:companyId/templates';
const VERSION = `${TEMPLATES}/:templateId/versions/:version`;
const TEXT = {
  'text/html': { schema: Type.String({ description: 'Nunjucks source, UTF-8, at most 512 KiB.' }) },
};

/** The companies' own versions of templates. */
export async function overrideRoutes(
  app: FastifyInstance,
  { overrides, catalogue, overrideCheck }: OverrideRoutesOptions,
): Promise<void> {
  takeTemplateText(app);

  app.put<OneOverride>(
    VERSION,
    {
      bodyLimit: TEXT_LIMIT_BYTES,
      schema: {
        ...describeRoute(
          "Publish a company's own version of a template",
          { 200: Override, 201: Override },
          [404, 409, 413, 415, 422],
        ),
        params: OverrideParams,
        body: { content: TEXT },
      },
    },
    async (request, reply) => {
      const key = request.params;
      const { bytes, text } = decodeTemplateText(request.body);
      const known = await overrides.find(key);
      if (known !== undefined) {
        const { source, ...override } = known;
        if (!bytes.equals(source)) throw otherSource(key);
        if (override.retiredAt === null) return override;
      }
      const schemaVersion = known?.schemaVersion ?? chooseSchema(catalogue, key);
      const template = customTemplate(
        catalogue,
        key.templateId,
        { version: key.version, schemaVersion },
        text,
        key.companyId,
      );
      if (template === undefined) throw unknownTemplate(catalogue);
      const warnings = await overrideCheck.check(template, hangUpSignal(reply));
      const { override, isNew } = await overrides.publish(key, { schemaVersion, source: bytes, warnings });
      request.log.info({ ...key, sha256: override.sha256 }, 'published an override');
      return reply.code(isNew ? 201 : 200).send(override);
    },
  );

  app.get<OneCompany>(
    TEMPLATES,
    {
      schema: {
        ...describeRoute("List a company's own versions of templates", { 200: OverrideList }, [404]),
        params: CompanyParams,
      },
    },
    async (request) => ({ templates: await overrides.list(request.params.companyId) }),
  );

  app.get<OneOverride>(
    VERSION,
    {
      schema: {
        ...describeRoute("Read the text of a company's own version", { 200: { content: TEXT } }, [404]),
        params: OverrideParams,
      },
    },
    async (request, reply) => {
      const { templateId, version } = request.params;
      const override = await overrides.find(request.params);
      if (override === undefined) throw unknownOverride(request.params);
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          etag: `"${override.sha256}"`,
          // A text to edit, never a page to open: it is not trusted.
          'content-disposition': `attachment; filename="${templateId}-${version}.njk"`,
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
        })
        .send(Buffer.from(override.source));
    },
  );

  app.delete<OneOverride>(
    VERSION,
    {
      schema: {
        ...describeRoute(
          "Retire a company's own version of a template",
          {
            204: Type.Null({ description: 'The version is out of use from now on; its number stays taken.' }),
          },
          [404],
        ),
        params: OverrideParams,
      },
    },
    async (request, reply) => {
      await overrides.retire(request.params);
      request.log.info({ ...request.params }, 'retired an override');
      return reply.code(204).send();
    },
  );
}

/**
 * The version in the catalogue whose data a new override takes.
 * @throws ServiceError not_found for the template, unprocessable for the version
 */
function chooseSchema(catalogue: Catalogue, { templateId, version }: OverrideKey): string {
  const schemaVersion = schemaVersionFor(catalogue, templateId, version);
  if (schemaVersion === undefined) throw unknownTemplate(catalogue);
  // Build metadata has no precedence: of two such versions none would be the latest.
  if (semver.valid(version) === version) return schemaVersion;
  throw new ServiceError(
    'unprocessable',
    'The version must be a semantic version without build metadata, such as 1.0.0 or 2.0.0-draft.1',
  );
}

function unknownTemplate(catalogue: Catalogue): ServiceError {
  return new ServiceError(
    'not_found',
    `There is no such template; templateId must be one of ${[...catalogue.keys()].join(', ')}`,
  );
}
