import { LRUCache } from 'lru-cache';
import type { CustomText, CustomVersion, OverrideKey, OwnDefinition } from '../../../../schemas/overrides.ts';
import type { Queries } from '../database/database.ts';
import { DEFINITION_SHA256, PARTS_COLUMNS, PARTS_SHA256, PartsReader, type PartsRow } from './parts.ts';

/** About a thousand agreements of usual length; most characters take one byte in memory. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** What identifies a text. */
export type TextDigests = Pick<CustomVersion, 'sha256' | 'partsSha256' | 'definitionSha256'>;

/** The schema that is made of a definition is as large again. */
const DEFINITION_WEIGHT = 2;

interface Wanted {
  readonly key: OverrideKey;
  readonly digests: TextDigests;
}

/** Caches overrides by the digests of their source and parts, so an entry is never out of date. */
export class SourceCache {
  readonly #texts: LRUCache<string, CustomText, Wanted>;
  readonly #parts = new PartsReader();

  constructor(database: Queries, maxCharacters = MAX_CHARACTERS) {
    this.#texts = new LRUCache<string, CustomText, Wanted>({
      maxSize: maxCharacters,
      // Parts of a release are in memory once, for all texts.
      sizeCalculation: ({ source, parts: { sources, own }, definition }) =>
        own.reduce((sum, name) => sum + (sources.get(name)?.length ?? 0), Math.max(1, source.length)) +
        (definition === null ? 0 : DEFINITION_WEIGHT * JSON.stringify(definition).length),
      fetchMethod: (_id, _stale, { context }) => this.#read(database, context),
      // An entry that is evicted during its query still goes to the callers that wait for it.
      ignoreFetchAbort: true,
    });
  }

  /**
   * Concurrent calls for one text share one query.
   * @returns undefined when the version does not exist or has another text
   * @throws DatabaseUnavailableError
   */
  async get(key: OverrideKey, digests: TextDigests): Promise<CustomText | undefined> {
    const id = `${digests.sha256} ${digests.partsSha256} ${digests.definitionSha256}`;
    return this.#texts.fetch(id, { context: { key, digests } });
  }

  async #read(database: Queries, { key, digests }: Wanted): Promise<CustomText | undefined> {
    const [row] = await database.query<PartsRow & { source: Uint8Array; definition: OwnDefinition | null }>(
      `SELECT source, definition, ${PARTS_SHA256} AS "partsSha256", ${PARTS_COLUMNS} FROM overrides
       WHERE company_id = $1 AND template_id = $2 AND version = $3 AND sha256 = decode($4, 'hex')
         AND ${PARTS_SHA256} = $5 AND ${DEFINITION_SHA256} IS NOT DISTINCT FROM $6`,
      [
        key.companyId,
        key.templateId,
        key.version,
        digests.sha256,
        digests.partsSha256,
        digests.definitionSha256,
      ],
    );
    if (row === undefined) return undefined;
    const { source, definition } = row;
    return { source: new TextDecoder().decode(source), parts: this.#parts.read(row), definition };
  }
}
