import { hash } from 'node:crypto';

/** The shared parts of a company's own text, as values: neither files nor the database. */
export interface OwnParts {
  /** Identifies them. */
  readonly sha256: string;
  /** Their texts by name: "layouts/agreement.njk". */
  readonly sources: ReadonlyMap<string, string>;
}

/** @param sources texts of parts by name */
export function ownParts(sources: ReadonlyMap<string, string>): OwnParts {
  return { sha256: hash('sha256', JSON.stringify([...sources].sort())), sources };
}
