import { signal } from '@preact/signals';
import { keep, kept } from '../kept.ts';

const IN_ADDRESS = /^#key=([^&]+)(?:&(.*))?$/;

/** The key of the requests; "" as long as there is none. It stays in this tab. */
export const key = signal(kept<string>('key') ?? '');

/** What the service says of the key. */
export interface KeyFacts {
  readonly keyId: string;
  readonly rights?: readonly string[];
  /** null: it has no end. */
  readonly expiresAt: string | null;
}

export const keyFacts = signal<KeyFacts | undefined>(undefined);

export function useKey(text: string): void {
  key.value = text.trim();
  keyFacts.value = undefined;
  keep('key', key.value);
}

/** Takes the key out of the address, where somebody could read it, and off the history. */
export function takeKeyFromAddress(): void {
  const [, found, rest = ''] = IN_ADDRESS.exec(location.hash) ?? [];
  if (found === undefined) return;
  history.replaceState(null, '', `${location.pathname}${location.search}${rest && `#${rest}`}`);
  useKey(decode(found));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
