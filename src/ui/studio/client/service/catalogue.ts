import { signal } from '@preact/signals';
import type { TemplateList, TemplateSummary } from '../../../../../schemas/catalogue.ts';
import type { OwnKey } from '../../../../../schemas/keys.ts';
import type { VersionName } from '../route.ts';
import { ask, type Outcome } from './ask.ts';
import { keyFacts } from './key.ts';
import { isLocal } from './page.ts';

/** Every template of the service; undefined until a key has opened it. */
export const templates = signal<readonly TemplateSummary[] | undefined>(undefined);

/** The title of a template; its id while none is known. */
export function titleOfTemplate(templateId: string): string {
  return templates.value?.find((one) => one.templateId === templateId)?.title ?? templateId;
}

/**
 * The template that an address names. One of the company's own of which no version is in use is known by its id alone.
 * @param isOwn the address names a text of the company's own
 */
export function templateNamed(
  templateId: string,
  version: string,
  isOwn: boolean,
): TemplateSummary | undefined {
  const known = templates.value?.find((one) => one.templateId === templateId);
  if (known !== undefined || !isOwn) return known;
  return {
    ...{ templateId, title: templateId, kind: 'agreement', latestVersion: version },
    ...{ versions: [], customVersions: [] },
  };
}

/** The texts of a template that are in use: the company's own first, and the newest first. */
export function textsOf({ templateId, versions, customVersions }: TemplateSummary): VersionName[] {
  const named = (isOwn: boolean) => (version: string) => ({ templateId, version, isOwn });
  return [...customVersions.toReversed().map(named(true)), ...versions.map(named(false))];
}

/** The text that is meant where none is named: the company's own where it has one. */
export function latestOf({ templateId, latestVersion, customVersions }: TemplateSummary): VersionName {
  const own = customVersions.at(-1);
  return { templateId, version: own ?? latestVersion, isOwn: own !== undefined };
}

/** `your 1.0.0` */
export function versionWords({ version, isOwn }: Omit<VersionName, 'templateId'>): string {
  if (isOwn) return `your ${version}`;
  return isLocal ? version : `the catalogue’s ${version}`;
}

/** Reads what the key opens. @returns what became of the requests */
export async function openCatalogue(): Promise<Outcome> {
  const [all, own, facts] = await Promise.all([
    ask('/api/v1/templates'),
    ask('/api/v1/templates?custom=true'),
    ask('/api/v1/key'),
  ]);
  keyFacts.value = facts.kind === 'done' ? ((await facts.response.json()) as OwnKey) : undefined;
  if (all.kind !== 'done' || own.kind !== 'done') return all.kind === 'done' ? own : all;
  const known = await templatesOf(all);
  const ids = new Set(known.map(({ templateId }) => templateId));
  const others = (await templatesOf(own)).filter(({ templateId }) => !ids.has(templateId));
  templates.value = [...others.map((one) => ({ ...one, versions: [] })), ...known];
  return all;
}

async function templatesOf({ response }: Extract<Outcome, { kind: 'done' }>): Promise<TemplateSummary[]> {
  return ((await response.json()) as TemplateList).templates;
}

/** Asks for what the service has of a version: `text`, and as JSON the `schema` of its data, a `sample` of them, and `cases`. */
export function readOf(
  what: 'schema' | 'sample' | 'cases' | 'text' | 'parts',
  { templateId, version, isOwn }: VersionName,
  signal?: AbortSignal,
): Promise<Outcome> {
  return ask(`${versionPath(templateId, version)}/${what}${isOwn ? '?custom=true' : ''}`, undefined, signal);
}

export function versionPath(templateId: string, version: string): string {
  return `/api/v1/templates/${encodeURIComponent(templateId)}/versions/${encodeURIComponent(version)}`;
}
