import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { unknownCompany } from './companies.ts';
import type { Database } from './database.ts';
import { digestOf, keyIdOf, newKey, prefixOf } from './key-format.ts';

/** What may be told of a key after it has been issued. */
export interface ApiKey {
  readonly keyId: string;
  /** How the key begins, so that its owner can tell which one it is. */
  readonly prefix: string;
  readonly createdAt: Date;
  /** Since when it is refused; null while it is not. */
  readonly revokedAt: Date | null;
}

export interface IssuedKey extends Pick<ApiKey, 'keyId' | 'prefix' | 'createdAt'> {
  /** The key itself; nothing keeps it, so it can never be told again. */
  readonly key: string;
}

/** Whose key it is. */
export interface KeyOwner {
  readonly companyId: string;
  readonly keyId: string;
}

/** Compared with when no row was found, so that an unknown key takes as long as a wrong one. */
const NO_DIGEST = randomBytes(32);

/** The companies' keys. A key is stored as its digest alone. */
export class ApiKeys {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws ServiceError not_found when there is no such company */
  async issue(companyId: string): Promise<IssuedKey> {
    const { keyId, key, digest } = newKey();
    const [row] = await this.#database.query<{ createdAt: Date }>(
      `INSERT INTO api_keys (key_id, company_id, digest)
       SELECT $1, company_id, $3::bytea FROM companies WHERE company_id = $2
       RETURNING created_at AS "createdAt"`,
      [keyId, companyId, digest],
    );
    if (row === undefined) throw unknownCompany(companyId);
    return { keyId, key, prefix: prefixOf(keyId), createdAt: row.createdAt };
  }

  /**
   * A company's keys, the oldest first, with those that were revoked.
   * @throws ServiceError not_found when there is no such company
   */
  async list(companyId: string): Promise<ApiKey[]> {
    const rows = await this.#database.query<{
      keyId: string | null;
      createdAt: Date;
      revokedAt: Date | null;
    }>(
      `SELECT key_id AS "keyId", api_keys.created_at AS "createdAt", revoked_at AS "revokedAt"
       FROM companies LEFT JOIN api_keys USING (company_id)
       WHERE company_id = $1
       ORDER BY api_keys.created_at, key_id`,
      [companyId],
    );
    if (rows.length === 0) throw unknownCompany(companyId);
    return rows.flatMap(({ keyId, createdAt, revokedAt }) =>
      keyId === null ? [] : [{ keyId, prefix: prefixOf(keyId), createdAt, revokedAt }],
    );
  }

  /**
   * Ends a key for good; a key that was revoked before keeps its date.
   * @throws ServiceError not_found when the company has no such key
   */
  async revoke(companyId: string, keyId: string): Promise<void> {
    const revoked = await this.#database.query(
      `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now())
       WHERE company_id = $1 AND key_id = $2
       RETURNING key_id`,
      [companyId, keyId],
    );
    if (revoked.length === 0) {
      throw new ServiceError(
        'not_found',
        `Company ${companyId} has no key ${keyId}; GET …/keys lists its keys`,
      );
    }
  }

  /** Whose key this is; undefined when it is malformed, unknown or revoked, or its company is suspended. */
  async verifyKey(key: string): Promise<KeyOwner | undefined> {
    const keyId = keyIdOf(key);
    if (keyId === undefined) return undefined;
    const [row] = await this.#database.query<{ companyId: string; digest: Uint8Array }>(
      `SELECT company_id AS "companyId", digest
       FROM api_keys JOIN companies USING (company_id)
       WHERE key_id = $1 AND revoked_at IS NULL AND suspended_at IS NULL`,
      [keyId],
    );
    const matches = timingSafeEqual(digestOf(key), row?.digest ?? NO_DIGEST);
    return row !== undefined && matches ? { companyId: row.companyId, keyId } : undefined;
  }

  /** Whether a key was ever issued to anybody. */
  async anyIssued(): Promise<boolean> {
    return (await this.#database.query('SELECT FROM api_keys LIMIT 1')).length > 0;
  }
}
