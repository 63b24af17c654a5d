import type { Queries } from '../database/database.ts';
import type { OverrideKey } from './overrides.ts';

/** Some thousand agreements of the usual length, most of them a byte a character in memory. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** Sources of overrides by their SHA-256, so that nothing here can be wrong; the most recently used last. */
export class SourceCache {
  readonly #database: Queries;
  readonly #maxCharacters: number;
  readonly #sources = new Map<string, string>();
  readonly #lookUps = new Map<string, Promise<string | undefined>>();
  #characters = 0;

  constructor(database: Queries, maxCharacters = MAX_CHARACTERS) {
    this.#database = database;
    this.#maxCharacters = maxCharacters;
  }

  /**
   * @param sha256 in hexadecimal
   * @returns undefined when the version is not there, or has another source
   * @throws DatabaseUnavailableError
   */
  async get(key: OverrideKey, sha256: string): Promise<string | undefined> {
    const source = this.#sources.get(sha256);
    if (source === undefined) return this.#lookUp(key, sha256);
    this.#sources.delete(sha256);
    this.#sources.set(sha256, source);
    return source;
  }

  /** One at a time for each source. */
  #lookUp(key: OverrideKey, sha256: string): Promise<string | undefined> {
    const underWay = this.#lookUps.get(sha256);
    if (underWay !== undefined) return underWay;
    const lookUp = readSource(this.#database, key, sha256)
      .then((source) => {
        if (source !== undefined) this.#keep(sha256, source);
        return source;
      })
      .finally(() => this.#lookUps.delete(sha256));
    this.#lookUps.set(sha256, lookUp);
    return lookUp;
  }

  #keep(sha256: string, source: string): void {
    this.#sources.set(sha256, source);
    this.#characters += source.length;
    for (const [oldest, { length }] of this.#sources) {
      if (this.#characters <= this.#maxCharacters) break;
      this.#sources.delete(oldest);
      this.#characters -= length;
    }
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
