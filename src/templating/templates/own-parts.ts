import { hash } from 'node:crypto';
import type { OwnParts } from '../../../schemas/overrides.ts';

/**
 * @param release texts of a release's parts by name
 * @param own texts that the company wrote, in the place of those or beside them
 */
export function ownParts(
  release: ReadonlyMap<string, string>,
  own: ReadonlyMap<string, string> = new Map(),
): OwnParts {
  const sources = new Map([...release, ...own]);
  return { sha256: hash('sha256', JSON.stringify([...sources].sort())), sources, own: [...own.keys()] };
}
