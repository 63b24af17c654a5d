import { hash } from 'node:crypto';
import type { NewOverride, OverrideKey, OwnDefinition, Unchanging } from '../../../../schemas/overrides.ts';
import type { Catalogue } from '../../../templating/templates/catalogue.ts';
import { customTemplate } from '../../../templating/templates/custom.ts';
import type { Caller } from '../../../workers/pool/job.ts';
import type { RefusedTexts } from '../refused-texts.ts';
import { type OverrideCheck, refusal, type TextReview } from './check-override.ts';
import {
  type NewTemplateDependencies,
  newTemplate,
  unknownTemplate,
  type WrittenText,
} from './new-template.ts';
import type { StoredText } from './try-published.ts';
import { TextFault } from './try-text.ts';

export type { WrittenText };

type SentText = WrittenText & Pick<NewOverride, 'publisher' | 'isProposal'>;

/** The published versions. Their methods throw ServiceError not_found when there is no such company. */
interface PublishedTexts<Published> {
  /** @throws ServiceError conflict when the version was published with another source, other parts of its own, or another definition */
  findSame(
    key: OverrideKey,
    text: Unchanging,
  ): Promise<(Published & Pick<StoredText, 'schemaVersion' | 'retiredAt' | 'parts'>) | undefined>;
  publish(
    key: OverrideKey,
    text: NewOverride,
  ): Promise<{ readonly override: Published; readonly isNew: boolean }>;
}

export interface PublishingDependencies<Published> extends NewTemplateDependencies {
  readonly overrides: PublishedTexts<Published> & NewTemplateDependencies['overrides'];
  readonly overrideCheck: Pick<OverrideCheck, 'check'>;
}

export interface ReviewDependencies extends NewTemplateDependencies {
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
  dependencies: PublishingDependencies<Published>,
  key: OverrideKey,
  { publisher, isProposal, ...text }: SentText,
  signal: AbortSignal,
): Promise<{ readonly override: Published; readonly isNew: boolean }> {
  const { overrides, overrideCheck } = dependencies;
  const definition = text.definition as OwnDefinition | null;
  const sent = { source: Buffer.from(text.source), ownParts: text.parts, definition };
  const known = await overrides.findSame(key, sent);
  if (known?.retiredAt === null) return { override: known, isNew: false };
  const { template, schemaVersion } =
    known === undefined
      ? await asRefusal(newTemplate(dependencies, key, text))
      : asKnown(dependencies.catalogue, key, { ...known, source: text.source, definition });
  const verdict = await overrideCheck.check(template, signal);
  return await overrides.publish(key, { ...verdict, ...sent, publisher, isProposal, schemaVersion });
}

/** A text with the schema and the parts that it was published with. */
function asKnown(
  catalogue: Catalogue,
  { companyId, templateId, version }: OverrideKey,
  text: Omit<StoredText, 'source' | 'sha256'> & Pick<WrittenText, 'source'>,
) {
  const { schemaVersion } = text;
  const template = customTemplate(catalogue, templateId, { version, schemaVersion }, text, companyId);
  if (template === undefined) throw unknownTemplate(catalogue);
  return { template, schemaVersion };
}

async function asRefusal<Result>(work: Promise<Result>): Promise<Result> {
  return await work.catch((error) => {
    throw error instanceof TextFault ? refusal(error) : error;
  });
}

/**
 * What publishing a text as this version would say of it, without publishing or printing it.
 * @throws ServiceError not_found, unprocessable for the number of the version, service_unavailable, generation_failed for a
 * text that ends processes, or the signal's reason
 */
export async function reviewText(
  dependencies: ReviewDependencies,
  key: OverrideKey,
  text: WrittenText,
  writer: Caller,
): Promise<TextReview> {
  const { overrideCheck, refusedTexts } = dependencies;
  try {
    const { template } = await newTemplate(dependencies, key, text);
    const named = { ...template, sha256: hash('sha256', text.source) };
    refusedTexts.check(named);
    return { faults: [], warnings: await overrideCheck.review(named, writer) };
  } catch (error) {
    if (error instanceof TextFault) return { faults: error.faults, warnings: [] };
    throw error;
  }
}
