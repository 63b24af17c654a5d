import { hash } from 'node:crypto';
import type { TSchema } from '@sinclair/typebox';
import type { CheckedProfile, CompanyProfile } from '../../../schemas/company-profile.ts';
import type { ComparisonRequest } from '../../../schemas/comparison-request.ts';
import type { CompleteOptions } from '../../../schemas/options.ts';
import type { OwnParts } from '../../../schemas/overrides.ts';
import type { PreviewRequest } from '../../../schemas/preview-request.ts';
import type { Warning } from '../../../schemas/warning.ts';
import type { Letterhead } from '../../formats/document/model.ts';
import type { Catalogue, Template } from '../../templating/templates/catalogue.ts';
import { type CustomTexts, resolveCustom } from '../../templating/templates/custom.ts';
import { ownParts } from '../../templating/templates/own-parts.ts';
import { resolveTemplate } from '../../templating/templates/resolve.ts';
import { unfinishedData, validateData, validateEach } from '../../templating/templates/validate-data.ts';
import { validationError } from '../../templating/validation/accept.ts';
import type { FontCoverage } from '../../templating/warnings/font-coverage.ts';
import {
  findUnknownFields,
  MAX_UNKNOWN_FIELDS,
  NO_EFFECT,
} from '../../templating/warnings/unknown-fields.ts';
import { findValueWarnings } from '../../templating/warnings/value-warnings.ts';
import { letterheadOf, withCompanySide } from './company-side.ts';
import { checkFileName } from './file-name.ts';
import { completeOptions } from './options.ts';
import type { SentRequest } from './sent-request.ts';

export interface ProfilesInUse {
  /** @throws ServiceError service_unavailable when the profile cannot be looked up */
  inUse(companyId: string): Promise<CheckedProfile | undefined>;
}

export interface AcceptanceDependencies {
  readonly catalogue: Catalogue;
  readonly customTexts: CustomTexts;
  readonly profiles: ProfilesInUse;
  readonly fonts: FontCoverage;
}

/** A request that has passed every check. */
export interface AcceptedRequest {
  readonly template: Template;
  /** The part of the caller's data that is in the template's schema. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly options: CompleteOptions;
  readonly profile: CompanyProfile | undefined;
  /** The company's letterhead; undefined when there is none or the options turn it off. */
  readonly letterhead: Letterhead | undefined;
  readonly warnings: readonly Warning[];
}

/**
 * Checks 6 to 8 of the contract, the same for `generate` and `validate`: template, required lists, data. What is accepted but likely a mistake is a warning, or an error with `strict`.
 * @param companyId the caller, whose own overrides are found by it
 * @throws ServiceError template_not_found, required_array_empty or validation_error; service_unavailable when an
 * override cannot be looked up
 */
export async function acceptRequest(
  dependencies: AcceptanceDependencies,
  companyId: string,
  { request, unknownFields }: SentRequest,
): Promise<AcceptedRequest> {
  const template = await resolve(dependencies, companyId, request);
  checkFileName(template.schema, request.options);
  const besideData = unknownFields.map(({ field }) => field);
  const data = validateData(template, request.data, besideData);
  const accepted = await complete(dependencies, companyId, template, data, { request, unknownFields });
  if (request.strict) refuse(accepted.warnings);
  return accepted;
}

/**
 * Check 6 of the contract, and no other: what is missing or invalid in the data of a preview is left out.
 * @throws ServiceError template_not_found; service_unavailable when an override cannot be looked up
 */
export async function acceptUnfinished(
  dependencies: AcceptanceDependencies & { readonly releaseParts: OwnParts },
  companyId: string,
  sent: SentRequest<PreviewRequest>,
): Promise<AcceptedRequest> {
  const published = await resolve(dependencies, companyId, sent.request);
  const { text: source, parts } = sent.request;
  const template =
    source === undefined
      ? published
      : unpublished(published, { source, parts }, companyId, dependencies.releaseParts);
  return complete(dependencies, companyId, template, unfinishedData(template, sent.request.data), sent);
}

/** A company's text as it will be when it is published, in the place of a published one. */
function unpublished(
  template: Template,
  { source, parts: own = {} }: { readonly source: string; readonly parts?: PreviewRequest['parts'] },
  owner: string,
  releaseParts: OwnParts,
): Template {
  const { sources } = template.parts ?? releaseParts;
  const parts = ownParts(sources, new Map(Object.entries(own)));
  return { ...template, origin: 'custom', source, parts, owner, sha256: hash('sha256', source) };
}

/** Two requests of one text that have passed every check. */
export interface AcceptedComparison {
  readonly from: AcceptedRequest;
  readonly to: AcceptedRequest;
}

/**
 * Checks 6 to 8 of the contract for both documents of a comparison; a fault is named by its path in the body, and so is a
 * warning of a strict request.
 * @throws as `acceptRequest`
 */
export async function acceptComparison(
  dependencies: AcceptanceDependencies,
  companyId: string,
  { request, unknownFields: inBody }: SentRequest<ComparisonRequest>,
): Promise<AcceptedComparison> {
  const { templateId, custom = false, options, strict, ...sides } = request;
  // Both documents name the same moment.
  const common = { templateId, custom, options: { at: new Date().toISOString(), ...options } };
  const from = { ...common, ...sides.from };
  const to = { ...common, ...sides.to };
  const ofFrom = await resolve(dependencies, companyId, from);
  const ofTo = await resolve(dependencies, companyId, to);
  checkFileName(ofTo.schema, options);
  const [before = {}, now = {}] = validateEach([
    { path: 'from.data', template: ofFrom, data: from.data },
    { path: 'to.data', template: ofTo, data: to.data },
  ]);
  const unknownFields: readonly Warning[] = [];
  const accepted = {
    from: await complete(dependencies, companyId, ofFrom, before, { request: from, unknownFields }),
    to: await complete(dependencies, companyId, ofTo, now, { request: to, unknownFields }),
  };
  if (strict)
    refuse([
      ...inBody,
      ...accepted.from.warnings.map((warning) => ({ ...warning, field: `from.data.${warning.field}` })),
      ...accepted.to.warnings.map((warning) => ({ ...warning, field: `to.data.${warning.field}` })),
    ]);
  return accepted;
}

/** @throws ServiceError validation_error when there is a warning */
function refuse(warnings: readonly Warning[]): void {
  if (warnings.length > 0)
    throw validationError({
      missing: [],
      invalid: warnings.map(({ field, message }) => ({ field, message })),
    });
}

async function resolve(
  { catalogue, customTexts }: AcceptanceDependencies,
  companyId: string,
  request: PreviewRequest,
): Promise<Template> {
  return request.custom
    ? await resolveCustom(catalogue, customTexts, companyId, request)
    : resolveTemplate(catalogue, request);
}

/** Adds what the company's profile and the defaults decide, and finds what is probably a mistake. */
async function complete(
  { profiles, fonts }: AcceptanceDependencies,
  companyId: string,
  template: Template,
  sentData: Readonly<Record<string, unknown>>,
  { request, unknownFields }: SentRequest<PreviewRequest>,
): Promise<AcceptedRequest> {
  const { schema } = template;
  const stored = await profiles.inUse(companyId);
  const options = completeOptions(template, request.options, stored?.profile);
  const data = withCompanySide(
    schema,
    sentData,
    options.employer === 'profile' ? stored?.profile : undefined,
  );
  const inBody = unknownFields.map((warning) => placeInData(schema, warning));
  const unknown = [...inBody, ...findUnknownFields(schema, request.data)];
  const warnings = [...unknown.slice(0, MAX_UNKNOWN_FIELDS), ...findValueWarnings(schema, data, fonts)];
  const letterhead = stored && options.letterhead ? letterheadOf(stored) : undefined;
  return { template, data, options, profile: stored?.profile, letterhead, warnings };
}

/** A field of the template that was sent beside `data`. */
function placeInData(schema: TSchema, warning: Warning): Warning {
  const isOfData = Object.hasOwn(schema.properties ?? {}, warning.field);
  return isOfData ? { ...warning, message: `${NO_EFFECT}; put it into data` } : warning;
}
