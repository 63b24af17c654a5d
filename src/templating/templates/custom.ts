import type { GenerationRequest } from '../../../schemas/generation-request.ts';
import type { CustomText, CustomVersion, OverrideKey } from '../../../schemas/overrides.ts';
import type { ServiceError } from '../../errors.ts';
import type { Catalogue, Template } from './catalogue.ts';
import { definedTemplate } from './own/definition.ts';
import { chooseVersion, notFound } from './resolve.ts';

/** templateId → a company's own versions, the highest first by semver precedence. */
export type CustomVersions = ReadonlyMap<string, readonly CustomVersion[]>;

/** The companies' own texts that are in use. Every method throws ServiceError service_unavailable. */
export interface CustomTexts {
  /** From the cache: a version that another instance published a moment ago may be missing. */
  versionsOf(companyId: string): Promise<CustomVersions>;
  versionsNow(companyId: string): Promise<CustomVersions>;
  /** The text of one version; undefined when it has just been retired. */
  textOf(
    key: OverrideKey,
    digests: Pick<CustomVersion, 'sha256' | 'partsSha256' | 'definitionSha256'>,
  ): Promise<CustomText | undefined>;
}

/**
 * The version in the catalogue whose schema an override uses: that of the same number, or else the latest one when the
 * override is published. It is stored with the override, so that later releases of the catalogue change nothing for its
 * callers.
 * @returns undefined when the catalogue has no such template
 */
export function schemaVersionFor(
  catalogue: Catalogue,
  templateId: string,
  version: string,
): string | undefined {
  const versions = catalogue.get(templateId);
  return (versions?.find((one) => one.version === version) ?? versions?.[0])?.version;
}

/**
 * Combines a company's text with its own schema or the catalogue's; undefined when the catalogue no longer has it.
 * @throws Error when this version of the service does not take the company's schema any more
 */
export function customTemplate(
  catalogue: Catalogue,
  templateId: string,
  { version, schemaVersion }: Pick<CustomVersion, 'version' | 'schemaVersion'>,
  { source, parts, definition }: CustomText,
  owner: string,
): Template | undefined {
  if (definition !== null)
    return { ...definedTemplate(definition), templateId, version, origin: 'custom', source, parts, owner };
  const base = catalogue.get(templateId)?.find((one) => one.version === schemaVersion);
  return base && { ...base, version, origin: 'custom', source, parts, owner };
}

/**
 * The company's own template that a request names; never falls back to the catalogue.
 * @param companyId from the caller's key, and from nowhere else
 * @throws ServiceError template_not_found; service_unavailable when the database is away and the template is not cached
 */
export async function resolveCustom(
  catalogue: Catalogue,
  texts: CustomTexts,
  companyId: string,
  request: Pick<GenerationRequest, 'templateId' | 'version'>,
): Promise<Template> {
  const { templateId } = request;
  const found =
    choose(await texts.versionsOf(companyId), request) ?? choose(await texts.versionsNow(companyId), request);
  if (found === undefined) throw missing((await texts.versionsOf(companyId)).get(templateId), templateId);
  const text = await texts.textOf({ companyId, templateId, version: found.version }, found);
  const template = text && customTemplate(catalogue, templateId, found, text, companyId);
  if (!template)
    throw notFound(`${templateId} ${found.version} is not in use any more; leave out version for the latest`);
  return { ...template, sha256: found.sha256 };
}

function choose(
  custom: CustomVersions,
  { templateId, version }: Pick<GenerationRequest, 'templateId' | 'version'>,
): CustomVersion | undefined {
  const isExact = version !== undefined && version !== 'latest';
  return chooseVersion((isExact ? custom : inUse(custom)).get(templateId) ?? [], version);
}

/** Without those that wait for approval. */
export function inUse(custom: CustomVersions): CustomVersions {
  const approved = [...custom].map(([id, all]) => [id, all.filter(({ isProposed }) => !isProposed)] as const);
  return new Map(approved.filter(([, versions]) => versions.length > 0));
}

function missing(versions: readonly CustomVersion[] | undefined, templateId: string): ServiceError {
  if (versions === undefined)
    return notFound('your company has no override of it; leave out custom for the global template');
  const numbers = versions
    .map(({ version, isProposed }) => (isProposed ? `${version} (proposed)` : version))
    .join(', ');
  return notFound(`your company's override of ${templateId} has the versions ${numbers}`);
}
