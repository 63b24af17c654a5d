import type { Database } from '../database/database.ts';

/** The secret from which the ids of documents are made: 32 bytes that never change, also in a backup. */
export async function readSecret(database: Database): Promise<Uint8Array> {
  const [row] = await database.query<{ secret: Uint8Array }>('SELECT secret FROM document_secret');
  if (row === undefined)
    throw new Error(
      'The table document_secret of the database is empty. Restore its row from a backup: without it, no document has the id that it had before.',
    );
  return row.secret;
}
