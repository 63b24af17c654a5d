import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { companyNotFound } from './companies.ts';
import type { Queryable } from './database.ts';
import { digestOf, keyIdOf, newKey, prefixOf } from './key-format.ts';

/** What may be shown of a key. */
export interface ApiKey {
  readonly keyId: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export interface IssuedKey {
  readonly keyId: string;
  /** The key itself; nothing keeps it, so it can never be shown again. */
  readonly key: string;
  readonly prefix: string;
  readonly createdAt: Date;
}

export interface KeyHolder {
  readonly companyId: string;
  readonly keyId: string;
}

/** Compared with when there is nothing to compare with, so that an unknown key takes as long as a wrong one. */
const NO_DIGEST = randomBytes(32);

/** The companies' keys. A key is stored as its digest alone. */
export class ApiKeys {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  /** @throws ServiceError not_found when there is no such company */
  async issue(companyId: string): Promise<IssuedKey> {
    const { keyId, key, digest } = newKey();
    const [row] = await this.#database.query<{ createdAt: Date }>(
      `INSERT INTO api_keys (key_id, company_id, digest)
       SELECT $1, company_id, $3 FROM companies WHERE company_id = $2
       RETURNING created_at AS "createdAt"`,
      [keyId, companyId, digest],
    );
    if (row === undefined) throw companyNotFound();
    return { keyId, key, prefix: prefixOf(keyId), createdAt: row.createdAt };
  }

  /** A company's keys, the oldest first. @throws ServiceError not_found when there is no such company */
  async list(companyId: string): Promise<ApiKey[]> {
    const rows = await this.#database.query<{
      keyId: string | null;
      createdAt: Date;
      revokedAt: Date | null;
    }>(
      `SELECT key_id AS "keyId", api_keys.created_at AS "createdAt", revoked_at AS "revokedAt"
       FROM companies LEFT JOIN api_keys USING (company_id)
       WHERE company_id = $1 ORDER BY api_keys.created_at, key_id`,
      [companyId],
    );
    if (rows.length === 0) throw companyNotFound();
    return rows.flatMap(({ keyId, createdAt, revokedAt }) =>
      keyId === null ? [] : [{ keyId, prefix: prefixOf(keyId), createdAt, revokedAt }],
    );
  }

  /** Ends a key for good; again is no error. @throws ServiceError not_found */
  async revoke(companyId: string, keyId: string): Promise<void> {
    const rows = await this.#database.query(
      `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now())
       WHERE company_id = $1 AND key_id = $2 RETURNING key_id`,
      [companyId, keyId],
    );
    if (rows.length === 0) {
      throw new ServiceError('not_found', 'The company has no such key; GET …/keys lists them');
    }
  }

  /** Who holds a key; undefined if it is none of ours, is revoked, or its company is suspended. */
  async verify(key: string): Promise<KeyHolder | undefined> {
    const keyId = keyIdOf(key);
    if (keyId === undefined) return undefined;
    const [row] = await this.#database.query<{ companyId: string; digest: Uint8Array; active: boolean }>(
      `SELECT company_id AS "companyId", digest, revoked_at IS NULL AND suspended_at IS NULL AS active
       FROM api_keys JOIN companies USING (company_id) WHERE key_id = $1`,
      [keyId],
    );
    const matches = timingSafeEqual(digestOf(key), row?.digest ?? NO_DIGEST);
    return matches && row?.active ? { companyId: row.companyId, keyId } : undefined;
  }

  /** Whether any key has ever been issued. */
  async anyIssued(): Promise<boolean> {
    return (await this.#database.query('SELECT 1 FROM api_keys LIMIT 1')).length > 0;
  }
}
