import { hkdfSync } from 'node:crypto';
import type { Database } from '../database/database.ts';

/**
 * The secret from which the ids of documents and the digests of values are made: 32 bytes, the same for all instances.
 * @param ownSecret of the operator, which is not in the database; without it, the secret is the database's alone
 */
export async function readSecret(database: Database, ownSecret: string | undefined): Promise<Uint8Array> {
  const [row] = await database.query<{ secret: Uint8Array }>('SELECT secret FROM document_secret');
  if (row === undefined)
    throw new Error(
      'The table document_secret of the database is empty. Restore its row from a backup: without it, no document has the id that it had before.',
    );
  if (ownSecret === undefined) return row.secret;
  return new Uint8Array(hkdfSync('sha256', ownSecret, row.secret, 'docgen digests', row.secret.length));
}
