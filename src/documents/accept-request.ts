import type { GenerationRequest } from '../../schemas/generation-request.ts';
import type { Warning } from '../../schemas/warning.ts';
import type { Letterhead } from '../html/letterhead.ts';
import type { Catalogue, Template } from '../templates/catalogue.ts';
import { type CustomTexts, resolveCustom } from '../templates/custom.ts';
import { resolveTemplate } from '../templates/resolve.ts';
import { validateData } from '../templates/validate-data.ts';
import { validationError } from '../validation/accept.ts';
import type { FontCoverage } from '../warnings/font-coverage.ts';
import { findUnknownFields, MAX_UNKNOWN_FIELDS } from '../warnings/unknown-fields.ts';
import { findValueWarnings } from '../warnings/value-warnings.ts';
import type { CheckedProfile } from './check-profile.ts';
import { letterheadOf, withCompanySide } from './company-side.ts';
import { type CompleteOptions, completeOptions } from './options.ts';

/** What the companies print on their documents. */
export interface ProfilesInUse {
  /** @throws ServiceError service_unavailable when the profile cannot be looked up */
  inUse(companyId: string): Promise<CheckedProfile | undefined>;
}

export interface AcceptanceDependencies {
  readonly catalogue: Catalogue;
  readonly customTexts: CustomTexts;
  readonly profiles: ProfilesInUse;
  /** Of the fonts that documents are set in. */
  readonly fonts: FontCoverage;
}

/** A body that has passed check 5 of the contract. */
export interface SentRequest {
  readonly request: GenerationRequest;
  /** What the body has beside its own fields. */
  readonly unknownFields: readonly Warning[];
}

/** What a document is made of. */
export interface AcceptedRequest {
  readonly template: Template;
  /** The part of the caller's data that the template's schema knows. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly options: CompleteOptions;
  /** Of the company whose key it is; undefined when it has none, or none was asked for. */
  readonly letterhead: Letterhead | undefined;
  readonly warnings: readonly Warning[];
}

/**
 * The rest of check 5, and checks 6 to 8 of the contract, the same whether a document is made afterwards or not: the
 * options, the template, its required lists, the data. What is no fault is a warning, unless the caller is strict.
 * @param companyId who asks, by the key; an override of the company's own is found by it
 * @throws ServiceError template_not_found, required_array_empty or validation_error; service_unavailable when an
 *   override cannot be looked up
 */
export async function acceptRequest(
  { catalogue, customTexts, profiles, fonts }: AcceptanceDependencies,
  companyId: string,
  { request, unknownFields }: SentRequest,
): Promise<AcceptedRequest> {
  const sent = completeOptions(request.options, request.format);
  const template = request.custom
    ? await resolveCustom(catalogue, customTexts, companyId, request)
    : resolveTemplate(catalogue, request);
  const { schema } = template;
  const sentData = validateData(template, request.data);
  const stored = await profiles.inUse(companyId);
  const data = withCompanySide(schema, sentData, sent.employer === 'profile' ? stored?.profile : undefined);
  const unknown = [...unknownFields, ...findUnknownFields(schema, request.data)];
  const warnings = [...unknown.slice(0, MAX_UNKNOWN_FIELDS), ...findValueWarnings(schema, data, fonts)];
  if (request.strict && warnings.length > 0)
    throw validationError({ missing: [], invalid: warnings.map(asFault) });
  const options = { ...sent, paper: sent.paper ?? stored?.profile.paper };
  const letterhead = stored && sent.letterhead ? letterheadOf(stored) : undefined;
  return { template, data, options, letterhead, warnings };
}

function asFault({ field, message }: Warning) {
  return { field, message };
}
