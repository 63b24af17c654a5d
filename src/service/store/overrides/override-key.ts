import type { OverrideKey } from '../../../../schemas/overrides.ts';
import { ServiceError } from '../../../errors.ts';

/** Without `version`: all versions of the template. */
export type RetiredKey = Omit<OverrideKey, 'version'> & { readonly version?: string | undefined };

export function unknownOverride({ companyId, templateId, version }: RetiredKey): ServiceError {
  const what = version === undefined ? `text for ${templateId}` : `version ${version} of ${templateId}`;
  return new ServiceError('not_found', `Company ${companyId} has no ${what}; its list has those there are`);
}
