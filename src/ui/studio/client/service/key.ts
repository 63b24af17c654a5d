import { computed, signal } from '@preact/signals';
import type { OwnKey } from '../../../../../schemas/keys.ts';
import { keep, kept } from '../kept.ts';
import { decoded } from '../words.ts';
import { isLocal } from './page.ts';

const IN_LINK = /#key=([^&\s]+)/;
const IN_ADDRESS = /^#key=([^&]+)(?:&(.*))?$/;

/** The key of the requests; "" as long as there is none. It stays in this tab. Local files need none. */
export const key = signal(isLocal ? 'local' : (kept<string>('key') ?? ''));

export const keyFacts = signal<OwnKey | undefined>(undefined);

/** Whose texts those are that are not the catalogue's. */
export const ourName = computed(() => keyFacts.value?.companyName || 'Your company');

/** Whether the key opens the company's own texts. */
export const mayWriteTexts = computed(() => keyFacts.value?.rights?.includes('texts') === true);

/** Counts the keys that were given, since the same one may be tried again. */
export const given = signal(0);

/** A key that a link brought while another one is kept: the person decides, who may not know whose link it is. */
export const offered = signal<string | undefined>(undefined);

/** @param text a key, or the whole link that has it */
export function giveKey(text: string): void {
  const [, inLink] = IN_LINK.exec(text) ?? [];
  offered.value = undefined;
  given.value += 1;
  key.value = (inLink === undefined ? text : decoded(inLink)).trim();
  keyFacts.value = undefined;
  keep('key', key.value);
}

/** Takes the key out of the address, where somebody could read it, and off the history. */
export function takeKeyFromAddress(): void {
  const [, found, rest = ''] = IN_ADDRESS.exec(location.hash) ?? [];
  if (found === undefined) return;
  history.replaceState(null, '', `${location.pathname}${location.search}${rest && `#${rest}`}`);
  const brought = decoded(found).trim();
  if (key.value === '' || key.value === brought) giveKey(brought);
  else offered.value = brought;
}

/** Waits for another key. @throws the signal's reason */
export function anotherKeyThan(used: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const unsubscribe = key.subscribe((now) => {
      if (now === used || now === '') return;
      queueMicrotask(() => unsubscribe());
      resolve();
    });
    signal?.addEventListener('abort', () => {
      unsubscribe();
      reject(signal.reason);
    });
  });
}
