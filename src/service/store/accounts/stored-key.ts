import type { Right } from '../../../../schemas/keys.ts';
import type { Queries } from '../database/database.ts';

export interface StoredKey {
  readonly companyId: string;
  /** SHA-256 of the key. */
  readonly digest: Uint8Array;
  readonly rights: readonly Right[];
  /** Whether it is revoked, or its company suspended. */
  readonly isRefused: boolean;
  /** On the clock of `performance.now()`, so that changes of the system time do not move it; Infinity for never. */
  readonly expiresAt: number;
}

/** @throws DatabaseUnavailableError */
export async function readStoredKey(database: Queries, keyId: string): Promise<StoredKey | undefined> {
  const askedAt = performance.now();
  const [row] = await database.query<Omit<StoredKey, 'expiresAt'> & { expiresInMs: number | null }>(
    `SELECT company_id AS "companyId", digest, rights,
            revoked_at IS NOT NULL OR suspended_at IS NOT NULL AS "isRefused",
            (extract(epoch FROM expires_at - now()) * 1000)::float8 AS "expiresInMs"
     FROM api_keys JOIN companies USING (company_id)
     WHERE key_id = $1`,
    [keyId],
  );
  if (row === undefined) return undefined;
  const { companyId, rights, isRefused, expiresInMs } = row;
  // A copy, since pg returns a view of a buffer of 8 KiB, which would stay in memory with it.
  const digest = new Uint8Array(row.digest);
  const expiresAt = askedAt + (expiresInMs ?? Number.POSITIVE_INFINITY);
  return { companyId, digest, rights, isRefused, expiresAt };
}
