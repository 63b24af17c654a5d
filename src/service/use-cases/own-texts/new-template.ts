import semver from 'semver';
import type { OverrideKey, OwnDefinition, OwnParts } from '../../../../schemas/overrides.ts';
import { ServiceError } from '../../../errors.ts';
import { PART_FOLDERS } from '../../../lib/part-folders.ts';
import type { Catalogue, Template } from '../../../templating/templates/catalogue.ts';
import { customTemplate, schemaVersionFor } from '../../../templating/templates/custom.ts';
import { faultsOfDefinition } from '../../../templating/templates/own/definition.ts';
import { ownParts } from '../../../templating/templates/own-parts.ts';
import { TEMPLATE_ID } from '../../../templating/templates/template-keys.ts';
import { TextFault } from './try-text.ts';

export interface WrittenText {
  /** UTF-8 */
  readonly source: string;
  /** The texts of the shared parts that the company wrote for it, by name, in the place of this release's or beside them. */
  readonly parts: ReadonlyMap<string, string>;
  /** What was sent of a template of the company's own; null for a text of a template of the catalogue. */
  readonly definition: Partial<OwnDefinition> | null;
}

export interface NewTemplateDependencies {
  readonly catalogue: Catalogue;
  readonly releaseParts: OwnParts;
  readonly overrides: {
    /** How many templates of its own a company has, and whether this is one of them. */
    ownTemplates(key: OverrideKey): Promise<{ readonly count: number; readonly isOwn: boolean }>;
  };
}

interface NewTemplate {
  readonly template: Template;
  readonly schemaVersion: string | null;
  readonly definition: OwnDefinition | null;
}

/** A company that has more makes them with a program; each is looked at after every upgrade. */
const MAX_OWN_TEMPLATES = 1_000;

/**
 * The template that a text would be if it were published now: with the catalogue's schema, or with that of the company.
 * @throws TextFault for the faults of its definition; ServiceError not_found, conflict, unprocessable
 */
export async function newTemplate(
  { catalogue, releaseParts, overrides }: NewTemplateDependencies,
  key: OverrideKey,
  { source, parts: written, definition: sent }: WrittenText,
): Promise<NewTemplate> {
  const { companyId, templateId, version } = key;
  const schemaVersion = sent === null ? schemaVersionFor(catalogue, templateId, version) : null;
  if (schemaVersion === undefined) throw unknownTemplate(catalogue);
  checkNumber(version);
  if (sent !== null) checkId(catalogue, templateId, await overrides.ownTemplates(key));
  const definition = sent && checkDefinition(sent);
  const text = { source, parts: ownParts(releaseParts.sources, written), definition };
  const template = customTemplate(catalogue, templateId, { version, schemaVersion }, text, companyId);
  if (template === undefined) throw unknownTemplate(catalogue);
  return { template, schemaVersion, definition };
}

function checkNumber(version: string): void {
  // Build metadata has no precedence: of two such versions neither would be the latest.
  if (semver.valid(version) === version) return;
  throw new ServiceError(
    'unprocessable',
    'The version must be a semantic version without build metadata, such as 1.0.0 or 2.0.0-draft.1',
  );
}

/** A later catalogue may have the id of a template that the company has: it stays the company's. */
function checkId(
  catalogue: Catalogue,
  templateId: string,
  own: { readonly count: number; readonly isOwn: boolean },
): void {
  if (own.isOwn) return;
  if (catalogue.has(templateId))
    throw new ServiceError(
      'unprocessable',
      `${templateId} is a template of the catalogue; send its text without title, kind, schema and sample, or choose another templateId`,
    );
  if (!TEMPLATE_ID.test(templateId) || templateId.length > 64)
    throw new ServiceError(
      'unprocessable',
      'The templateId of a template of your own must be lower-case letters and digits in groups joined by single hyphens, at most 64 characters',
    );
  // A text is named after its template, and would be taken for a part.
  if (PART_FOLDERS.includes(templateId))
    throw new ServiceError(
      'unprocessable',
      `${templateId} is the folder of shared parts; choose another templateId, such as our-${templateId}`,
    );
  if (own.count >= MAX_OWN_TEMPLATES)
    throw new ServiceError(
      'conflict',
      `A company has at most ${MAX_OWN_TEMPLATES} templates of its own; publish a version of one that there is`,
    );
}

/** @throws TextFault */
function checkDefinition(sent: Partial<OwnDefinition>): OwnDefinition {
  const faults = faultsOfDefinition(sent).map(({ path, reason }) => ({ message: `${path}: ${reason}` }));
  const [first] = faults;
  if (first !== undefined) throw new TextFault(first.message, { faults });
  return sent as OwnDefinition;
}

export function unknownTemplate(catalogue: Catalogue): ServiceError {
  return new ServiceError(
    'not_found',
    `There is no such template; templateId must be one of ${[...catalogue.keys()].join(', ')}; or send title, kind, schema and sample too, for a template of your own`,
  );
}
