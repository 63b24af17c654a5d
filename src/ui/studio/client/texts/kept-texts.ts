import { signal } from '@preact/signals';
import { forgetKept, keep, kept, keptNames } from '../kept.ts';
import type { VersionName } from '../route.ts';

/** What is typed of a text. */
export interface Draft {
  readonly text: string;
  /** "" for a text without fields of its own. */
  readonly fields: string;
  /** The shared parts of its own. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Where each part of a draft is kept, by the text that it began with: drafts outlive a reload, not the tab. */
const PLACES: Readonly<Record<keyof Draft, string>> = { text: 'text ', fields: 'fields ', parts: 'parts ' };
const KEYS = Object.keys(PLACES) as (keyof Draft)[];

const names = signal<readonly string[]>(keptNames(PLACES.text));

export function keptDraft(name: VersionName): Partial<Draft> {
  return Object.fromEntries(KEYS.map((key) => [key, kept(PLACES[key] + idOf(name))]));
}

export function keepDraft(name: VersionName, draft: Draft): void {
  for (const key of KEYS) keep(PLACES[key] + idOf(name), draft[key]);
  names.value = keptNames(PLACES.text);
}

export function forgetDraft(name: VersionName): void {
  for (const key of KEYS) forgetKept(PLACES[key] + idOf(name));
  names.value = keptNames(PLACES.text);
}

/** The texts that something is kept of. */
export function keptTexts(): VersionName[] {
  return names.value.toSorted().map((id) => {
    const [templateId = '', version = '', own] = id.split('/');
    return { templateId, version, isOwn: own === 'own' };
  });
}

function idOf({ templateId, version, isOwn }: VersionName): string {
  return [templateId, version, ...(isOwn ? ['own'] : [])].join('/');
}
