import { LRUCache } from 'lru-cache';
import type { Queries } from '../database/database.ts';
import type { OverrideKey } from './overrides.ts';

/** About a thousand agreements of usual length; most characters take one byte in memory. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** Caches sources of overrides by their SHA-256, so an entry is never out of date. */
export class SourceCache {
  readonly #sources: LRUCache<string, string, OverrideKey>;

  constructor(database: Queries, maxCharacters = MAX_CHARACTERS) {
    this.#sources = new LRUCache<string, string, OverrideKey>({
      maxSize: maxCharacters,
      sizeCalculation: ({ length }) => Math.max(1, length),
      fetchMethod: (sha256, _stale, { context }) => readSource(database, context, sha256),
      // An entry that is evicted during its query still goes to the callers that wait for it.
      ignoreFetchAbort: true,
    });
  }

  /**
   * Concurrent calls for one source share one query.
   * @param sha256 in hexadecimal
   * @returns undefined when the version does not exist or has another source
   * @throws DatabaseUnavailableError
   */
  async get(key: OverrideKey, sha256: string): Promise<string | undefined> {
    return this.#sources.fetch(sha256, { context: key });
  }
}

async function readSource(database: Queries, key: OverrideKey, sha256: string): Promise<string | undefined> {
  const [row] = await database.query<{ source: Uint8Array }>(
    `SELECT source FROM overrides
     WHERE company_id = $1 AND template_id = $2 AND version = $3 AND sha256 = decode($4, 'hex')`,
    [key.companyId, key.templateId, key.version, sha256],
  );
  return row && new TextDecoder().decode(row.source);
}
