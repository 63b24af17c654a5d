import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import type { Database, Queries } from './database.ts';
import { lockFolder } from './folder-lock.ts';

/**
 * 16 MB in place of PostgreSQL's 128 take 130 MB off the process and 50 core milliseconds off its start: a company with its
 * keys and overrides is some kilobytes, and what is read of the trail is in the kernel's cache.
 */
const SETTINGS = ['-c', 'shared_buffers=16MB'];

/**
 * PostgreSQL inside this process, its files in a folder: nothing to install, for one process at a time.
 * @param dataDir made when it is not there, for its owner only
 * @throws Error that tells the operator what to do: another process uses the folder, or its files are broken
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(dataDir);
  if (lock === undefined) {
    throw new Error(
      `Another process uses the embedded database in ${dataDir}. Stop that process, give this one a DATA_DIR ` +
        'of its own, or set DATABASE_URL: several processes can share a PostgreSQL.',
    );
  }
  const startParams = [...PGlite.defaultStartParams, ...SETTINGS];
  const embedded = await PGlite.create(path.join(dataDir, 'postgres'), { startParams }).catch((cause) => {
    lock.release();
    throw new Error(
      `The embedded database in ${dataDir} cannot be opened (${reasonOf(cause)}). Restore the folder from a ` +
        'backup, or set DATA_DIR to another.',
      { cause },
    );
  });
  return {
    ...queriesOf(embedded),
    transaction: (work) => embedded.transaction((transaction) => work(queriesOf(transaction))),
    listen: async (channel, { onNotice }) => {
      await embedded.listen(channel, onNotice);
    },
    close: async () => {
      await embedded.close();
      lock.release();
    },
  };
}

/** PGlite throws what its file system threw, which is no Error and has a number in place of a message. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : JSON.stringify(cause);
}

function queriesOf(source: PGlite | Transaction): Queries {
  return {
    query: async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
      (await source.query<Row>(sql, [...values])).rows,
    execute: async (script) => {
      await source.exec(script);
    },
  };
}
