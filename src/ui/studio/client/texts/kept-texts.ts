import { signal } from '@preact/signals';
import { forgetKept, keep, kept, keptNames } from '../kept.ts';
import type { VersionName } from '../route.ts';

/** Texts that are typed and not published, by the text that they began with: they outlive a reload, not the tab. */
const PLACE = 'text ';
/** The fields of those that have their own. */
const FIELDS = 'fields ';
/** The shared parts of their own. */
const PARTS = 'parts ';

const names = signal<readonly string[]>(keptNames(PLACE));

export function keptText(name: VersionName): string | undefined {
  return kept<string>(PLACE + idOf(name));
}

export function keptFields(name: VersionName): string | undefined {
  return kept<string>(FIELDS + idOf(name));
}

export function keptParts(name: VersionName): Readonly<Record<string, string>> | undefined {
  return kept(PARTS + idOf(name));
}

/** @param fields "" for a text without fields of its own */
export function keepText(
  name: VersionName,
  text: string,
  fields: string,
  parts: Readonly<Record<string, string>>,
): void {
  keep(PARTS + idOf(name), parts);
  keep(PLACE + idOf(name), text);
  if (fields !== '') keep(FIELDS + idOf(name), fields);
  names.value = keptNames(PLACE);
}

export function forgetText(name: VersionName): void {
  forgetKept(PLACE + idOf(name));
  forgetKept(FIELDS + idOf(name));
  forgetKept(PARTS + idOf(name));
  names.value = keptNames(PLACE);
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
