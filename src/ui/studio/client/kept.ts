import { signal } from '@preact/signals';

/** What outlives a reload of the tab and not the tab: session storage. drafts/ has what outlives the tab. */
const PREFIX = 'studio.';

/** Whether the tab has refused to keep something: there is too much of it. */
export const isFull = signal(false);

export function kept<Value>(name: string): Value | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
    isFull.value = false;
  } catch {
    isFull.value = true;
  }
}

export function forgetKept(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

export function forgetAllKept(): void {
  for (const name of keptNames('')) forgetKept(name);
}

/** The names that begin with a text, without it. */
export function keptNames(begin: string): string[] {
  return Object.keys(sessionStorage)
    .filter((name) => name.startsWith(PREFIX + begin))
    .map((name) => name.slice(PREFIX.length + begin.length));
}
