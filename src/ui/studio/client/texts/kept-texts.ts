import { signal } from '@preact/signals';
import { forgetKept, keep, kept, keptNames } from '../kept.ts';
import type { TextName } from '../service/texts.ts';

/** Texts that are typed and not published, by the text that they began with: they outlive a reload, not the tab. */
const PLACE = 'text ';

const names = signal<readonly string[]>(keptNames(PLACE));

export function keptText(name: TextName): string | undefined {
  return kept<string>(PLACE + idOf(name));
}

export function keepText(name: TextName, text: string): void {
  keep(PLACE + idOf(name), text);
  names.value = keptNames(PLACE);
}

export function forgetText(name: TextName): void {
  forgetKept(PLACE + idOf(name));
  names.value = keptNames(PLACE);
}

/** The texts that something is kept of. */
export function keptTexts(): TextName[] {
  return names.value.toSorted().map((id) => {
    const [templateId = '', version = '', own] = id.split('/');
    return { templateId, version, isOwn: own === 'own' };
  });
}

function idOf({ templateId, version, isOwn }: TextName): string {
  return [templateId, version, ...(isOwn ? ['own'] : [])].join('/');
}
