import { hash } from 'node:crypto';

/** The shared parts of a company's own text, as values: neither files nor the database. */
export interface OwnParts {
  /** Identifies them. */
  readonly sha256: string;
  /** Their texts by name: "layouts/agreement.njk". */
  readonly sources: ReadonlyMap<string, string>;
  /** The names of those that the company wrote; the others are a release's. */
  readonly own: readonly string[];
}

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
