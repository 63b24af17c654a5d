import { hash } from 'node:crypto';
import semver from 'semver';
import { ServiceError } from '../../../errors.ts';
import type { Catalogue } from '../../../templating/templates/catalogue.ts';
import { type CustomKey, customTemplate, schemaVersionFor } from '../../../templating/templates/custom.ts';
import { type OwnParts, ownParts } from '../../../templating/templates/own-parts.ts';
import type { Caller } from '../../../workers/pool/job.ts';
import type { RefusedTexts } from '../refused-texts.ts';
import type { OverrideCheck, OverrideVerdict, TextReview } from './check-override.ts';
import type { StoredText } from './try-published.ts';

/** A text that is written. */
export interface WrittenText {
  /** UTF-8 */
  readonly source: string;
  /** The texts of the shared parts that the company wrote for it, by name, in the place of this release's or beside them. */
  readonly parts: ReadonlyMap<string, string>;
}

/** A text that is to be published. */
export interface SentText extends WrittenText {
  /** A key's id, or `administration`. */
  readonly publisher: string;
  /** Whether it is used only when another key approves it. */
  readonly isProposal: boolean;
}

/** The published versions. Their methods throw ServiceError not_found when there is no such company. */
interface PublishedTexts<Published> {
  /** @throws ServiceError conflict when the version was published with another source, or other parts of the company's own */
  findSame(
    key: CustomKey,
    text: Pick<StoredText, 'source'> & { readonly ownParts: ReadonlyMap<string, string> },
  ): Promise<(Published & Pick<StoredText, 'schemaVersion' | 'retiredAt' | 'parts'>) | undefined>;
  publish(
    key: CustomKey,
    text: OverrideVerdict &
      Pick<StoredText, 'schemaVersion' | 'source'> &
      Pick<SentText, 'publisher' | 'isProposal'> & { readonly ownParts: ReadonlyMap<string, string> },
  ): Promise<{ readonly override: Published; readonly isNew: boolean }>;
}

export interface PublishingDependencies<Published> {
  readonly catalogue: Catalogue;
  readonly overrides: PublishedTexts<Published>;
  readonly overrideCheck: Pick<OverrideCheck, 'check'>;
  /** The shared parts of this release. */
  readonly releaseParts: OwnParts;
}

export interface ReviewDependencies
  extends Pick<PublishingDependencies<never>, 'catalogue' | 'releaseParts'> {
  readonly overrideCheck: Pick<OverrideCheck, 'review'>;
  readonly refusedTexts: RefusedTexts;
}

/**
 * Publishes a company's own version of a template: a text in, the stored version out. A version never changes, so the same
 * bytes again change nothing, and put a retired version into use again with the schema and the parts that it had.
 * @throws ServiceError not_found, conflict, unprocessable with the fault of the text, service_unavailable, or the signal's
 * reason
 */
export async function publishText<Published>(
  { catalogue, overrides, overrideCheck, releaseParts }: PublishingDependencies<Published>,
  key: CustomKey,
  { source, parts: written, ...publication }: SentText,
  signal: AbortSignal,
): Promise<{ readonly override: Published; readonly isNew: boolean }> {
  const { companyId, templateId, version } = key;
  const sent = { source: Buffer.from(source), ownParts: written };
  const known = await overrides.findSame(key, sent);
  if (known?.retiredAt === null) return { override: known, isNew: false };
  const schemaVersion = known?.schemaVersion ?? chooseSchema(catalogue, key);
  const text = { source, parts: known?.parts ?? ownParts(releaseParts.sources, written) };
  const template = customTemplate(catalogue, templateId, { version, schemaVersion }, text, companyId);
  if (template === undefined) throw unknownTemplate(catalogue);
  const verdict = await overrideCheck.check(template, signal);
  return await overrides.publish(key, { ...verdict, ...sent, ...publication, schemaVersion });
}

/**
 * What publishing a text as this version would say of it, without publishing or printing it.
 * @throws ServiceError not_found, unprocessable for the number of the version, service_unavailable, generation_failed for a
 * text that ends processes, or the signal's reason
 */
export async function reviewText(
  { catalogue, overrideCheck, releaseParts, refusedTexts }: ReviewDependencies,
  key: CustomKey,
  { source, parts }: WrittenText,
  writer: Caller,
): Promise<TextReview> {
  const { companyId, templateId, version } = key;
  const numbers = { version, schemaVersion: chooseSchema(catalogue, key) };
  const text = { source, parts: ownParts(releaseParts.sources, parts) };
  const template = customTemplate(catalogue, templateId, numbers, text, companyId);
  if (template === undefined) throw unknownTemplate(catalogue);
  const named = { ...template, sha256: hash('sha256', source) };
  refusedTexts.check(named);
  return await overrideCheck.review(named, writer);
}

/** The version in the catalogue whose schema a new text uses. */
function chooseSchema(catalogue: Catalogue, { templateId, version }: CustomKey): string {
  const schemaVersion = schemaVersionFor(catalogue, templateId, version);
  if (schemaVersion === undefined) throw unknownTemplate(catalogue);
  // Build metadata has no precedence: of two such versions neither would be the latest.
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
