import type { GenerationRequest } from '../../../schemas/generation-request.ts';
import { ServiceError } from '../../errors.ts';
import { suggestion } from '../../lib/nearest.ts';
import type { Catalogue, Template } from './catalogue.ts';

/**
 * The template of the catalogue that a request names: its exact version, or the highest by semver precedence.
 * @throws ServiceError template_not_found
 */
export function resolveTemplate(
  catalogue: Catalogue,
  { templateId, version }: Pick<GenerationRequest, 'templateId' | 'version'>,
): Template {
  const versions = catalogue.get(templateId);
  if (versions === undefined) {
    const known = [...catalogue.keys()];
    throw notFound(`templateId must be one of ${known.join(', ')}${suggestion(templateId, known)}`);
  }
  const template = chooseVersion(versions, version);
  if (template === undefined) {
    throw notFound(`${templateId} has the versions ${versions.map((one) => one.version).join(', ')}`);
  }
  return template;
}

/**
 * @param versions the highest first
 * @param version an exact one; when it is `latest` or left out, the highest is chosen
 */
export function chooseVersion<Version extends { readonly version: string }>(
  versions: readonly Version[],
  version = 'latest',
): Version | undefined {
  return version === 'latest' ? versions[0] : versions.find((one) => one.version === version);
}

export function notFound(cure: string): ServiceError {
  return new ServiceError('template_not_found', `Template not found: ${cure}`);
}
