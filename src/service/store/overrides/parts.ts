import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { OwnParts } from '../../../../schemas/overrides.ts';
import type { Queries } from '../database/database.ts';

export interface PartsRow {
  readonly partsSha256: string;
  /** Name → SHA-256. */
  readonly parts: Readonly<Record<string, string>>;
  /** Name → text; null when there is none. */
  readonly sources: Readonly<Record<string, string>> | null;
  /** The same of those that the company wrote. */
  readonly ownParts: Readonly<Record<string, string>>;
}

/** The value of `partsSha256`. */
export const PARTS_SHA256 = `encode(sha256(convert_to(parts::text, 'UTF8')), 'hex')`;

/** Identifies what a template of the company's own has beside its text; null for others. */
export const DEFINITION_SHA256 = `encode(sha256(convert_to(definition::text, 'UTF8')), 'hex')`;

/** The columns of PartsRow, but for `partsSha256`, in a query of `overrides`. */
export const PARTS_COLUMNS = `parts, own_parts AS "ownParts",
  (SELECT json_object_agg(part.key, template_parts.source)
   FROM json_each_text(parts) AS part JOIN template_parts ON template_parts.sha256 = decode(part.value, 'hex')) AS sources`;

/**
 * Stores the texts of the release's parts that are not stored yet.
 * @param own the names of the other parts
 * @returns the value of the column `parts`
 */
export async function storeParts(
  { query }: Queries,
  sources: ReadonlyMap<string, string>,
  own: ReadonlyMap<string, string>,
): Promise<string> {
  const parts = [...sources]
    .map(([name, source]) => ({ name, source, sha256: hash('sha256', source) }))
    .sort(byName);
  const release = parts.filter(({ name }) => !own.has(name));
  const texts = Object.fromEntries(release.map(({ sha256, source }) => [sha256, source]));
  // In the same order in every transaction, so that none waits for another that waits for it.
  await query(
    `INSERT INTO template_parts (sha256, source)
     SELECT decode(key, 'hex'), value FROM json_each_text($1) ORDER BY key
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(texts)],
  );
  return JSON.stringify(Object.fromEntries(parts.map(({ name, sha256 }) => [name, sha256])));
}

/** The value of the column `own_parts`: the same texts are the same value. */
export function writeOwnParts(own: ReadonlyMap<string, string>): string {
  const parts = [...own].map(([name, source]) => ({ name, source })).sort(byName);
  return JSON.stringify(Object.fromEntries(parts.map(({ name, source }) => [name, source])));
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}

/** The parts of some fifty releases. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** Reads parts such that equal texts are in memory once. */
export class PartsReader {
  readonly #texts = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  read({ partsSha256, parts, sources, ownParts }: PartsRow): OwnParts {
    const digests = new Map(Object.entries(parts));
    const texts = Object.entries(sources ?? {}).map(
      ([name, source]) => [name, this.#keep(digests.get(name) ?? '', source)] as const,
    );
    const own = Object.entries(ownParts);
    return { sha256: partsSha256, sources: new Map([...texts, ...own]), own: own.map(([name]) => name) };
  }

  #keep(sha256: string, source: string): string {
    const known = this.#texts.get(sha256);
    if (known !== undefined) return known;
    this.#texts.set(sha256, source);
    return source;
  }
}
