import { pathOf } from '../../lib/paths.ts';
import { isPrintable } from './text.ts';

const MAX_KEY_CHARACTERS = 64;

/** A key of the caller's as it may be named in a response: `…` for one that is long or cannot be printed. */
export function nameable(key: string): string {
  return key.length <= MAX_KEY_CHARACTERS && isPrintable(key) ? key : '…';
}

/** `parties`, `0`, `definition` → `parties[0].definition`; the empty path is `body`. */
export function joinPath(steps: readonly string[]): string {
  return pathOf(steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step))) || 'body';
}
