/**
 * Door of the templates: files in; templates with schema, sample and text out. A published version never changes. Knows
 * no document: whether a text can be rendered is an answer of the render processes.
 */

import { join } from 'node:path';
import semver from 'semver';
import type { SourceFault } from '../../lib/source-fault.ts';
import { type ReadOptions, readTemplate } from './read-template.ts';
import { SourceFaults } from './source-faults.ts';
import type { Template } from './template.ts';
import { findTemplateKeys } from './template-keys.ts';
import { unreadableParts } from './unreadable-parts.ts';

/** The folder of templates-html/ and schemas/. */
export const PROJECT = join(import.meta.dirname, '..', '..', '..');

export type { Template };

/** templateId → its versions, the highest first by semver precedence. */
export type Catalogue = ReadonlyMap<string, readonly Template[]>;

export interface ReadTemplates {
  /** The templates that can make documents. */
  readonly catalogue: Catalogue;
  readonly faults: readonly SourceFault[];
}

/**
 * Reads every template: its text `templates-html/<templateId>/<version>.njk` and its definition
 * `schemas/<templateId>/<version>.ts`.
 */
export async function readTemplates({ check }: ReadOptions): Promise<ReadTemplates> {
  const [{ keys, faults }, unreadable] = await Promise.all([
    findTemplateKeys(PROJECT),
    unreadableParts(PROJECT),
  ]);
  const read = await Promise.all(keys.map((key) => readTemplate(PROJECT, key, { check })));
  const catalogue = catalogueOf(read.flatMap(({ template }) => template ?? []));
  return { catalogue, faults: [...faults, ...unreadable, ...read.flatMap((one) => one.faults)] };
}

export function catalogueOf(templates: readonly Template[]): Catalogue {
  const sorted = templates.toSorted(
    (one, other) =>
      one.templateId.localeCompare(other.templateId) || semver.rcompare(one.version, other.version),
  );
  return Map.groupBy(sorted, ({ templateId }) => templateId);
}

/** @throws SourceFaults when it has any */
export async function readCatalogue(): Promise<Catalogue> {
  const { catalogue, faults } = await readTemplates({ check: true });
  if (faults.length > 0) throw new SourceFaults(faults);
  return catalogue;
}
