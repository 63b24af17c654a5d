import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../errors.ts';
import type { Database } from '../database/database.ts';
import { unknownCompany } from './companies.ts';
import type { KeyCache } from './key-cache.ts';
import { digestOf, keyIdOf, newKey, prefixOf } from './key-format.ts';
import type { LastUse } from './last-use.ts';

/** What may be told of a key after it has been issued. */
export interface ApiKey {
  readonly keyId: string;
  /** How the key begins, so that its owner can tell which one it is. */
  readonly prefix: string;
  readonly createdAt: Date;
  /** The minute; what happened in the last one may not be told yet. Null when it never was used. */
  readonly lastUsedAt: Date | null;
  /** From when on it is refused, because it was rotated; null when it was not. */
  readonly expiresAt: Date | null;
  /** Since when it is refused, because it was revoked; null when it was not. */
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
  readonly #cache: KeyCache;
  readonly #lastUse: LastUse;

  constructor(database: Database, cache: KeyCache, lastUse: LastUse) {
    this.#database = database;
    this.#cache = cache;
    this.#lastUse = lastUse;
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
   * Issues a new key in the place of another, which lives on for `overlapSeconds`, though no longer than it would have.
   * @throws ServiceError not_found when the company has no such key, conflict when that is refused already
   */
  async rotate(companyId: string, keyId: string, overlapSeconds: number): Promise<IssuedKey> {
    const next = newKey();
    const [row] = await this.#database.query<{ createdAt: Date }>(
      `WITH rotated AS (
         UPDATE api_keys SET expires_at = least(expires_at, now() + make_interval(secs => $3))
         WHERE company_id = $1 AND key_id = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
         RETURNING company_id
       )
       INSERT INTO api_keys (key_id, company_id, digest) SELECT $4, company_id, $5::bytea FROM rotated
       RETURNING created_at AS "createdAt"`,
      [companyId, keyId, overlapSeconds, next.keyId, next.digest],
    );
    if (row === undefined) throw await this.#notRotatable(companyId, keyId);
    this.#cache.forgetKey(keyId);
    return { keyId: next.keyId, key: next.key, prefix: prefixOf(next.keyId), createdAt: row.createdAt };
  }

  async #notRotatable(companyId: string, keyId: string): Promise<ServiceError> {
    const keys = await this.list(companyId);
    const key = keys.find((key) => key.keyId === keyId);
    if (key === undefined) return unknownKey(companyId, keyId);
    const how = key.revokedAt === null ? 'has expired' : 'was revoked';
    return new ServiceError('conflict', `Key ${keyId} ${how} and cannot be rotated; issue a new one`);
  }

  /**
   * A company's keys, the oldest first, with those that are refused.
   * @throws ServiceError not_found when there is no such company
   */
  async list(companyId: string): Promise<ApiKey[]> {
    await this.#lastUse.write();
    const rows = await this.#database.query<{ keyId: string | null } & Omit<ApiKey, 'keyId' | 'prefix'>>(
      `SELECT key_id AS "keyId", api_keys.created_at AS "createdAt", last_used_at AS "lastUsedAt",
              expires_at AS "expiresAt", revoked_at AS "revokedAt"
       FROM companies LEFT JOIN api_keys USING (company_id)
       WHERE company_id = $1
       ORDER BY api_keys.created_at, key_id`,
      [companyId],
    );
    if (rows.length === 0) throw unknownCompany(companyId);
    return rows.flatMap(({ keyId, ...key }) =>
      keyId === null ? [] : [{ keyId, prefix: prefixOf(keyId), ...key }],
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
    if (revoked.length === 0) throw unknownKey(companyId, keyId);
    this.#cache.forgetKey(keyId);
  }

  /**
   * Whose key this is; undefined when it is malformed, unknown, expired or revoked, or its company is suspended.
   * @throws DatabaseUnavailableError when that can be found out neither from the database nor from the cache
   */
  async verifyKey(key: string): Promise<KeyOwner | undefined> {
    const keyId = keyIdOf(key);
    if (keyId === undefined) return undefined;
    const stored = await this.#cache.find(keyId);
    const matches = timingSafeEqual(digestOf(key), stored?.digest ?? NO_DIGEST);
    if (stored === undefined || !matches) return undefined;
    if (stored.isRefused || stored.expiresAt <= performance.now()) return undefined;
    this.#lastUse.record(keyId);
    return { companyId: stored.companyId, keyId };
  }

  /** Whether a key was ever issued to anybody. */
  async anyIssued(): Promise<boolean> {
    return (await this.#database.query('SELECT FROM api_keys LIMIT 1')).length > 0;
  }
}

function unknownKey(companyId: string, keyId: string): ServiceError {
  return new ServiceError(
    'not_found',
    `Company ${companyId} has no key ${keyId}; its list has those there are`,
  );
}
