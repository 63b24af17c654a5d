import { timingSafeEqual } from 'node:crypto';
import type * as answers from '../../../../schemas/keys.ts';
import type { Stored } from '../../../../schemas/shared/answers.ts';
import { ServiceError } from '../../../errors.ts';
import type { Database } from '../database/database.ts';
import { unknownCompany } from './companies.ts';
import { IssuedDigests } from './issued-digests.ts';
import type { KeyCache } from './key-cache.ts';
import { digestOf, keyIdOf, newKey, prefixOf } from './key-format.ts';
import type { LastUse } from './last-use.ts';

/** A key as it is listed; without its secret. */
type ApiKey = Stored<answers.Key>;

/** A key with its secret, which is not stored, so that it can never be shown again. */
export type IssuedKey = Stored<answers.IssuedKey>;

/** What a key that is issued may do, and for how long. */
interface KeyTerms {
  /** `generate` alone, unless given. */
  readonly rights?: readonly answers.Right[] | undefined;
  /** It has no end, unless given. */
  readonly lifeSeconds?: number | undefined;
}

/** The company and key id that a key belongs to, and what it may do. */
interface KeyOwner {
  readonly companyId: string;
  readonly keyId: string;
  readonly rights: readonly answers.Right[];
}

type IssuedRow = Pick<IssuedKey, 'createdAt' | 'rights' | 'expiresAt'>;

const ISSUED = 'created_at AS "createdAt", rights, expires_at AS "expiresAt"';

type OwnKeyFacts = Pick<Stored<answers.OwnKey>, 'companyName' | 'expiresAt'>;

/** The companies' API keys. Only the digest of a key is stored. */
export class ApiKeys {
  readonly #database: Database;
  readonly #cache: KeyCache;
  readonly #lastUse: LastUse;
  readonly #issued: IssuedDigests;

  constructor(database: Database, cache: KeyCache, lastUse: LastUse) {
    this.#database = database;
    this.#cache = cache;
    this.#lastUse = lastUse;
    this.#issued = new IssuedDigests(database);
  }

  /** @throws ServiceError not_found when there is no such company */
  async issue(companyId: string, { rights = ['generate'], lifeSeconds }: KeyTerms = {}): Promise<IssuedKey> {
    const { keyId, key, digest } = newKey();
    const [row] = await this.#database.query<IssuedRow>(
      `INSERT INTO api_keys (key_id, company_id, digest, rights, life_seconds, expires_at)
       SELECT $1, company_id, $3::bytea, $4::jsonb, $5::integer, now() + make_interval(secs => $5::integer)
       FROM companies WHERE company_id = $2
       RETURNING ${ISSUED}`,
      [keyId, companyId, digest, JSON.stringify([...new Set(rights)]), lifeSeconds ?? null],
    );
    if (row === undefined) throw unknownCompany(companyId);
    this.#issued.add(digest);
    return { keyId, key, prefix: prefixOf(keyId), ...row };
  }

  /**
   * Issues a new key to replace another, with its rights and as long a life as it was given. The other stays valid for
   * `overlapSeconds`, but no longer than it would have.
   * @throws ServiceError not_found when the company has no such key, conflict when it is already refused
   */
  async rotate(companyId: string, keyId: string, overlapSeconds: number): Promise<IssuedKey> {
    const next = newKey();
    const [row] = await this.#database.query<IssuedRow>(
      `WITH rotated AS (
         UPDATE api_keys SET expires_at = least(expires_at, now() + make_interval(secs => $3))
         WHERE company_id = $1 AND key_id = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
         RETURNING company_id, rights, life_seconds
       )
       INSERT INTO api_keys (key_id, company_id, digest, rights, life_seconds, expires_at)
       SELECT $4, company_id, $5::bytea, rights, life_seconds, now() + make_interval(secs => life_seconds) FROM rotated
       RETURNING ${ISSUED}`,
      [companyId, keyId, overlapSeconds, next.keyId, next.digest],
    );
    if (row === undefined) throw await this.#notRotatable(companyId, keyId);
    this.#issued.add(next.digest);
    this.#cache.forget(keyId);
    return { keyId: next.keyId, key: next.key, prefix: prefixOf(next.keyId), ...row };
  }

  async #notRotatable(companyId: string, keyId: string): Promise<ServiceError> {
    const keys = await this.list(companyId);
    const key = keys.find((key) => key.keyId === keyId);
    if (key === undefined) return unknownKey(companyId, keyId);
    const how = key.revokedAt === null ? 'has expired' : 'was revoked';
    return new ServiceError('conflict', `Key ${keyId} ${how} and cannot be rotated; issue a new one`);
  }

  /**
   * A company's keys, the oldest first, including those that are refused.
   * @throws ServiceError not_found when there is no such company
   */
  async list(companyId: string): Promise<ApiKey[]> {
    await this.#lastUse.write();
    const rows = await this.#database.query<{ keyId: string | null } & Omit<ApiKey, 'keyId' | 'prefix'>>(
      `SELECT key_id AS "keyId", api_keys.created_at AS "createdAt", rights, last_used_at AS "lastUsedAt",
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
   * Revokes a key; one that is revoked already keeps its date.
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
    this.#cache.forget(keyId);
  }

  /**
   * The owner of a key; undefined when the key is malformed, unknown, expired or revoked, or its company suspended.
   * @throws DatabaseUnavailableError when the database cannot be reached and the key is not cached
   */
  async verifyKey(key: string): Promise<KeyOwner | undefined> {
    const keyId = keyIdOf(key);
    if (keyId === undefined) return undefined;
    const digest = digestOf(key);
    if (!(await this.#issued.has(digest))) return undefined;
    const stored = await this.#cache.find(keyId);
    if (stored === undefined) this.#issued.delete(digest);
    if (stored === undefined || !timingSafeEqual(digest, stored.digest)) return undefined;
    if (stored.isRefused || stored.expiresAt <= performance.now()) return undefined;
    this.#lastUse.record(keyId);
    return { companyId: stored.companyId, keyId, rights: stored.rights };
  }

  /** What a key says of itself. @throws ServiceError not_found when it was deleted with its company */
  async ownKey(keyId: string): Promise<OwnKeyFacts> {
    const [row] = await this.#database.query<OwnKeyFacts>(
      `SELECT name AS "companyName", expires_at AS "expiresAt"
       FROM api_keys JOIN companies USING (company_id) WHERE key_id = $1`,
      [keyId],
    );
    if (row === undefined) throw new ServiceError('not_found', 'This key was deleted with its company');
    return row;
  }

  /** Whether any key was ever issued. */
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
