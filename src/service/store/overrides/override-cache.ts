import type { BaseLogger } from 'pino';
import semver from 'semver';
import type { CustomText, CustomVersion, OverrideKey } from '../../../../schemas/overrides.ts';
import type { Database } from '../database/database.ts';
import { LookUpCache } from '../database/look-up-cache.ts';
import { DEFINITION_SHA256, PARTS_SHA256 } from './parts.ts';
import { SourceCache, type TextDigests } from './source-cache.ts';

/** The trigger of the migration notifies on it, with the company's id. */
const CHANNEL = 'override_changes';

export const IS_PROPOSED = '(proposed_by IS NOT NULL AND approved_by IS NULL)';

/** A company with ten versions takes about 2 KB. */
const MAX_COMPANIES = 10_000;

/** templateId → the versions in use, the highest first by semver precedence. */
type Versions = ReadonlyMap<string, readonly CustomVersion[]>;

/** Caches the overrides in use, by the rules of docs/decisions/0007-key-cache.md. */
export class OverrideCache extends LookUpCache<Versions> {
  readonly #sources: SourceCache;

  constructor(database: Database, log: Pick<BaseLogger, 'info' | 'warn'>) {
    super({
      ...{ database, log, what: 'overrides', channel: CHANNEL, limit: MAX_COMPANIES },
      lookUp: (companyId) => findVersions(database, companyId),
    });
    this.#sources = new SourceCache(database);
  }

  /** @throws DatabaseUnavailableError when the database cannot be reached and the company's overrides are not cached */
  async versionsOf(companyId: string): Promise<Versions> {
    return (await this.find(companyId)) ?? new Map();
  }

  /** Like `versionsOf`, but bypasses the cache. @throws DatabaseUnavailableError */
  async versionsNow(companyId: string): Promise<Versions> {
    return (await this.findNow(companyId)) ?? new Map();
  }

  /**
   * The text of a version in use; undefined when it was changed meanwhile.
   * @throws DatabaseUnavailableError when the database cannot be reached and the text is not cached
   */
  async textOf(key: OverrideKey, digests: TextDigests): Promise<CustomText | undefined> {
    return this.#sources.get(key, digests);
  }
}

async function findVersions(database: Database, companyId: string): Promise<Versions> {
  const rows = await database.query<CustomVersion & Pick<OverrideKey, 'templateId'>>(
    `SELECT template_id AS "templateId", version, schema_version AS "schemaVersion", encode(sha256, 'hex') AS sha256,
       ${PARTS_SHA256} AS "partsSha256", ${IS_PROPOSED} AS "isProposed",
       ${DEFINITION_SHA256} AS "definitionSha256", definition->>'title' AS title, definition->>'kind' AS kind
     FROM overrides WHERE company_id = $1 AND retired_at IS NULL`,
    [companyId],
  );
  rows.sort((one, other) => semver.rcompare(one.version, other.version));
  return Map.groupBy(rows, ({ templateId }) => templateId);
}
