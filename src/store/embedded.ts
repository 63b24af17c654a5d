import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from './database.ts';

/**
 * PostgreSQL inside this process, its files in a folder.
 * @throws when another process has the folder
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  await mkdir(dataDir, { recursive: true });
  const unlock = lock(dataDir);
  try {
    const database = await PGlite.create(path.join(dataDir, 'postgres'));
    return {
      query: async <Row extends object>(sql: string, parameters: readonly unknown[] = []) =>
        (await database.query<Row>(sql, [...parameters])).rows,
      transaction: (work) =>
        database.transaction((transaction) =>
          work({
            query: async <Row extends object>(sql: string, parameters: readonly unknown[] = []) =>
              (await transaction.query<Row>(sql, [...parameters])).rows,
            run: async (script) => {
              await transaction.exec(script);
            },
          }),
        ),
      close: async () => {
        await database.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Holds the folder for this process: two would write over each other's pages. SQLite's exclusive lock is the kernel's
 * own, so it ends with the process, however that ends, where a file with a process id would outlive it.
 */
function lock(dataDir: string): () => void {
  const file = new DatabaseSync(path.join(dataDir, 'lock'), { timeout: 0 });
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    file.close();
    throw new Error(
      `another server uses the embedded database in ${dataDir}; stop it, or set DATA_DIR or DATABASE_URL`,
      { cause },
    );
  }
  return () => file.close();
}
