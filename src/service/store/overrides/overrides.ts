import type * as answers from '../../../../schemas/overrides.ts';
import type {
  CustomVersion,
  NewOverride,
  OverrideKey,
  OwnDefinition,
  OwnParts,
  Unchanging,
} from '../../../../schemas/overrides.ts';
import type { Stored } from '../../../../schemas/shared/answers.ts';
import { ServiceError } from '../../../errors.ts';
import { unknownCompany } from '../accounts/companies.ts';
import type { Database } from '../database/database.ts';
import { IS_PROPOSED, type OverrideCache } from './override-cache.ts';
import { type RetiredKey, unknownOverride } from './override-key.ts';
import {
  DEFINITION_SHA256,
  PARTS_COLUMNS,
  PARTS_SHA256,
  PartsReader,
  type PartsRow,
  storeParts,
  writeOwnParts,
} from './parts.ts';
import { approve, sendBack } from './review.ts';

export { unknownOverride };

/** An override without its text. */
export type Override = Stored<Omit<answers.Override, 'status' | 'fault'>> &
  Pick<CustomVersion, 'partsSha256' | 'definitionSha256' | 'isProposed'>;

export interface StoredOverride extends Override {
  readonly source: Uint8Array;
  readonly parts: OwnParts;
  readonly definition: OwnDefinition | null;
}

/** A company without the override that was asked for. */
interface NoRow {
  readonly version: null;
}

const COLUMNS = `template_id AS "templateId", version, schema_version AS "schemaVersion",
  encode(sha256, 'hex') AS sha256, ${PARTS_SHA256} AS "partsSha256", ${DEFINITION_SHA256} AS "definitionSha256", length(source) AS bytes, overrides.created_at AS "createdAt",
  published_by AS "publishedBy", ${IS_PROPOSED} AS "isProposed", approved_by AS "approvedBy",
  approved_at AS "approvedAt", retired_at AS "retiredAt", sent_back_by AS "sentBackBy", sent_back_note AS "sentBackNote", warnings`;

const OTHER_TEXT = 'with another text';

/** The companies' own versions of templates. */
export class Overrides {
  readonly #database: Database;
  readonly #cache: OverrideCache;
  readonly #parts = new PartsReader();

  constructor(database: Database, cache: OverrideCache) {
    this.#database = database;
    this.#cache = cache;
  }

  /**
   * All overrides of a company, retired ones included, in order of publication.
   * @throws ServiceError not_found when there is no such company
   */
  async list(companyId: string): Promise<Override[]> {
    const rows = await this.#database.query<Override | NoRow>(
      `SELECT ${COLUMNS} FROM companies LEFT JOIN overrides USING (company_id)
       WHERE company_id = $1
       ORDER BY overrides.created_at, template_id, version`,
      [companyId],
    );
    if (rows.length === 0) throw unknownCompany(companyId);
    return rows.filter((row) => row.version !== null);
  }

  /**
   * One override with its source, even if retired.
   * @returns undefined when it was never published
   * @throws ServiceError not_found when there is no such company
   */
  async find({ companyId, templateId, version }: OverrideKey): Promise<StoredOverride | undefined> {
    const [row] = await this.#database.query<(Omit<StoredOverride, 'parts'> & PartsRow) | NoRow>(
      `SELECT ${COLUMNS}, source, definition, ${PARTS_COLUMNS}
       FROM companies LEFT JOIN overrides
         ON overrides.company_id = companies.company_id AND template_id = $2 AND version = $3
       WHERE companies.company_id = $1`,
      [companyId, templateId, version],
    );
    if (row === undefined) throw unknownCompany(companyId);
    return row.version === null ? undefined : { ...row, parts: this.#parts.read(row) };
  }

  /**
   * As `find`, for a source that is to be published with these parts of the company's own.
   * @throws ServiceError conflict when the version was published with another source, or other parts
   */
  async findSame(
    key: OverrideKey,
    { source, ownParts, definition }: Unchanging,
  ): Promise<StoredOverride | undefined> {
    const known = await this.find(key);
    if (known === undefined) return undefined;
    if (Buffer.compare(known.source, source) !== 0) throw wasPublished(key, OTHER_TEXT);
    const { own, sources } = known.parts;
    const same =
      own.length === ownParts.size && own.every((name) => ownParts.get(name) === sources.get(name));
    if (!same)
      throw wasPublished(
        key,
        own.length === 0 ? 'without parts of its own' : `with its own ${own.join(', ')}`,
      );
    if (JSON.stringify(known.definition) !== JSON.stringify(definition))
      throw wasPublished(key, 'with another title, kind, schema or sample');
    return known;
  }

  /** How many templates of its own a company has, and whether this is one of them. */
  async ownTemplates({ companyId, templateId }: OverrideKey): Promise<{ count: number; isOwn: boolean }> {
    const [own] = await this.#database.query<{ count: number; isOwn: boolean }>(
      `SELECT count(DISTINCT template_id)::integer AS count, coalesce(bool_or(template_id = $2), false) AS "isOwn"
       FROM overrides WHERE company_id = $1 AND definition IS NOT NULL`,
      [companyId, templateId],
    );
    return own ?? { count: 0, isOwn: false };
  }

  /** The keys of all overrides in use, of one company or of all, in order of publication. */
  async keysInUse(companyId?: string): Promise<OverrideKey[]> {
    return await this.#database.query<OverrideKey>(
      `SELECT company_id AS "companyId", template_id AS "templateId", version
       FROM overrides
       WHERE retired_at IS NULL AND ($1::text IS NULL OR company_id = $1)
       ORDER BY created_at, company_id, template_id, version`,
      [companyId ?? null],
    );
  }

  /**
   * Publishes a version: a new one, or one that was published before with the same source.
   * @throws ServiceError conflict when it was published with another source
   */
  async publish(
    key: OverrideKey,
    { schemaVersion, source, warnings, parts, ownParts, publisher, isProposal, definition }: NewOverride,
  ): Promise<{ readonly override: Override; readonly isNew: boolean }> {
    // Before the override, so that an override never names a part that is not stored.
    const stored = await storeParts(this.#database, parts, ownParts);
    const own = writeOwnParts(ownParts);
    const proposer = isProposal ? publisher : null;
    const values = [
      ...[key.companyId, key.templateId, key.version, source],
      JSON.stringify(warnings),
      own,
      proposer,
    ];
    const [created] = await this.#database.query<Override>(
      `INSERT INTO overrides
         (company_id, template_id, version, source, warnings, own_parts, proposed_by, parts, schema_version, published_by,
         definition)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT DO NOTHING
       RETURNING ${COLUMNS}`,
      [...values, stored, schemaVersion, publisher, definition && JSON.stringify(definition)],
    );
    const [reinstated] =
      created !== undefined
        ? []
        : await this.#database.query<Override>(
            `UPDATE overrides SET retired_at = NULL, warnings = $5, proposed_by = $7::text,
               approved_by = CASE WHEN $7::text IS NULL THEN approved_by END,
               approved_at = CASE WHEN $7::text IS NULL THEN approved_at END,
               sent_back_by = NULL, sent_back_note = NULL
             WHERE company_id = $1 AND template_id = $2 AND version = $3 AND source = $4
               AND own_parts::text = $6
             RETURNING ${COLUMNS}`,
            values,
          );
    this.#cache.forget(key.companyId);
    const override = created ?? reinstated;
    if (override === undefined) throw wasPublished(key, OTHER_TEXT);
    return { override, isNew: created !== undefined };
  }

  /** As `approve` of review.ts. @param approver a key's id */
  async approve(key: OverrideKey, approver: string): Promise<void> {
    await approve(this.#database, key, approver);
    this.#cache.forget(key.companyId);
  }

  /** As `sendBack` of review.ts. @param reviewer a key's id */
  async sendBack(key: OverrideKey, reviewer: string, note: string): Promise<void> {
    await sendBack(this.#database, key, reviewer, note);
    this.#cache.forget(key.companyId);
  }

  /**
   * Retires a version, or all versions of a template; one that is retired already keeps its date.
   * @throws ServiceError not_found when the company has no such version, or none at all
   */
  async retire({ companyId, templateId, version }: RetiredKey): Promise<void> {
    const retired = await this.#database.query(
      `UPDATE overrides SET retired_at = coalesce(retired_at, now())
       WHERE company_id = $1 AND template_id = $2 AND ($3::text IS NULL OR version = $3)
       RETURNING version`,
      [companyId, templateId, version ?? null],
    );
    this.#cache.forget(companyId);
    if (retired.length === 0) throw unknownOverride({ companyId, templateId, version });
  }
}

/** @param what it was published with */
function wasPublished({ templateId, version }: OverrideKey, what: string): ServiceError {
  return new ServiceError(
    'conflict',
    `${templateId} ${version} was published ${what}, and a version never changes; publish under a new version`,
  );
}
