import type { OverrideWarning } from '../../../schemas/overrides.ts';
import { ServiceError } from '../../errors.ts';
import { unknownCompany } from '../accounts/companies.ts';
import type { Database } from '../database/database.ts';
import type { OverrideCache } from './override-cache.ts';

/** Identifies a version of a company's own template. */
export interface OverrideKey {
  readonly companyId: string;
  readonly templateId: string;
  readonly version: string;
}

/** An override without its text. */
export interface Override {
  readonly templateId: string;
  readonly version: string;
  /** The version in the catalogue whose schema it uses. */
  readonly schemaVersion: string;
  /** SHA-256 of the source, in hexadecimal. */
  readonly sha256: string;
  /** Length of the source. */
  readonly bytes: number;
  readonly createdAt: Date;
  /** When it was retired; null while it is in use. */
  readonly retiredAt: Date | null;
  readonly warnings: readonly OverrideWarning[];
}

export interface OverrideText {
  readonly schemaVersion: string;
  readonly source: Uint8Array;
  readonly warnings: readonly OverrideWarning[];
}

const COLUMNS = `template_id AS "templateId", version, schema_version AS "schemaVersion",
  encode(sha256, 'hex') AS sha256, length(source) AS bytes, overrides.created_at AS "createdAt",
  retired_at AS "retiredAt", warnings`;

/** The companies' own versions of templates. */
export class Overrides {
  readonly #database: Database;
  readonly #cache: OverrideCache;

  constructor(database: Database, cache: OverrideCache) {
    this.#database = database;
    this.#cache = cache;
  }

  /**
   * All overrides of a company, retired ones included, in order of publication.
   * @throws ServiceError not_found when there is no such company
   */
  async list(companyId: string): Promise<Override[]> {
    const rows = await this.#database.query<Override | { readonly version: null }>(
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
  async find({
    companyId,
    templateId,
    version,
  }: OverrideKey): Promise<(Override & OverrideText) | undefined> {
    const [row] = await this.#database.query<(Override & OverrideText) | { readonly version: null }>(
      `SELECT ${COLUMNS}, source
       FROM companies LEFT JOIN overrides
         ON overrides.company_id = companies.company_id AND template_id = $2 AND version = $3
       WHERE companies.company_id = $1`,
      [companyId, templateId, version],
    );
    if (row === undefined) throw unknownCompany(companyId);
    return row.version === null ? undefined : row;
  }

  /**
   * Publishes a version: a new one, or one that was published before with the same source.
   * @throws ServiceError conflict when it was published with another source
   */
  async publish(
    key: OverrideKey,
    { schemaVersion, source, warnings }: OverrideText,
  ): Promise<{ readonly override: Override; readonly isNew: boolean }> {
    const values = [key.companyId, key.templateId, key.version, source, JSON.stringify(warnings)];
    const [created] = await this.#database.query<Override>(
      `INSERT INTO overrides (company_id, template_id, version, source, warnings, schema_version)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING
       RETURNING ${COLUMNS}`,
      [...values, schemaVersion],
    );
    const [reinstated] =
      created !== undefined
        ? []
        : await this.#database.query<Override>(
            `UPDATE overrides SET retired_at = NULL, warnings = $5
             WHERE company_id = $1 AND template_id = $2 AND version = $3 AND source = $4
             RETURNING ${COLUMNS}`,
            values,
          );
    this.#cache.forget(key.companyId);
    const override = created ?? reinstated;
    if (override === undefined) throw otherSource(key);
    return { override, isNew: created !== undefined };
  }

  /**
   * Retires a version; one that is retired already keeps its date.
   * @throws ServiceError not_found when the company has no such version
   */
  async retire(key: OverrideKey): Promise<void> {
    const retired = await this.#database.query(
      `UPDATE overrides SET retired_at = coalesce(retired_at, now())
       WHERE company_id = $1 AND template_id = $2 AND version = $3
       RETURNING version`,
      [key.companyId, key.templateId, key.version],
    );
    this.#cache.forget(key.companyId);
    if (retired.length === 0) throw unknownOverride(key);
  }
}

export function unknownOverride({ companyId, templateId, version }: OverrideKey): ServiceError {
  return new ServiceError(
    'not_found',
    `Company ${companyId} has no version ${version} of ${templateId}; its list has those there are`,
  );
}

export function otherSource({ templateId, version }: OverrideKey): ServiceError {
  return new ServiceError(
    'conflict',
    `${templateId} ${version} was published with another text, and a version never changes; publish under a new version`,
  );
}
