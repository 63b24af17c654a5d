import { access, constants, mkdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { PGlite, protocol, type Transaction } from '@electric-sql/pglite';
import type { Database, NoticeListener, Queries } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { copyNewCluster } from './new-cluster.ts';
import { Restartable } from './restartable.ts';

/**
 * In place of PostgreSQL's 128 MB: saves 130 MB of memory and 50 core milliseconds of the start. A company with its
 * keys and overrides takes some kilobytes, and the kernel caches what is read of the trail.
 */
const SETTINGS = ['-c', 'shared_buffers=16MB'];

/** Two segments of the write-ahead log; a start may have to write one. */
const LEAST_FREE_BYTES = 32 * 1_024 * 1_024;

/**
 * PostgreSQL inside this process (PGlite), with its files in a folder: nothing to install, but for one process only.
 * While its disk is full, statements throw DatabaseUnavailableError.
 * @param dataDir created when missing, readable by its owner only
 * @throws Error that tells the operator what to do: folder in use or not writable, disk full, files broken
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  await prepareFolder(dataDir);
  const unlock = lockFolder(dataDir);
  if (unlock === undefined) {
    throw new Error(
      `Another process uses the embedded database in ${dataDir}. Stop that process, give this one a DATA_DIR ` +
        'of its own, or set DATABASE_URL: several processes can share a PostgreSQL.',
    );
  }
  const folder = path.join(dataDir, 'postgres');
  const startParams = [...PGlite.defaultStartParams, ...SETTINGS];
  const listeners = new Map<string, NoticeListener>();
  const embedded = new Restartable(async () => {
    const opened = await PGlite.create(folder, { startParams });
    for (const [channel, { onNotice }] of listeners) await opened.listen(channel, onNotice);
    return opened;
  });
  try {
    await copyNewCluster(folder, async (empty) => (await PGlite.create(empty, { startParams })).close());
    await embedded.start();
  } catch (cause) {
    unlock();
    throw await startFault(dataDir, cause);
  }
  return {
    query: (sql, values) => embedded.use((opened) => queriesOf(opened).query(sql, values)),
    execute: (script) => embedded.use((opened) => queriesOf(opened).execute(script)),
    write: (sql, value) => embedded.use((opened) => runPrepared(opened, sql, value)),
    transaction: (work) =>
      embedded.use((opened) => opened.transaction((transaction) => work(queriesOf(transaction)))),
    listen: async (channel, listener) => {
      listeners.set(channel, listener);
      await embedded.use((opened) => opened.listen(channel, listener.onNotice));
    },
    close: async () => {
      await embedded.stop((opened) => opened.close());
      unlock();
    },
  };
}

async function prepareFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(
      `The folder ${dataDir} cannot be used (${(cause as NodeJS.ErrnoException).code}). Give it to the user that runs ` +
        'the service, or set DATA_DIR to another.',
      { cause },
    );
  }
}

async function startFault(dataDir: string, cause: unknown): Promise<Error> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < LEAST_FREE_BYTES) {
    const megabytes = (bytes: number) => Math.floor(bytes / 1_024 / 1_024);
    return new Error(
      `The embedded database in ${dataDir} cannot be opened, because its disk is full: ${megabytes(bavail * bsize)} MB are ` +
        `free, and it needs ${megabytes(LEAST_FREE_BYTES)}. Free some space and start again; nothing has to be restored.`,
      { cause },
    );
  }
  return new Error(
    `The embedded database in ${dataDir} cannot be opened (${reasonOf(cause)}). Restore the folder from a ` +
      'backup, or set DATA_DIR to another.',
    { cause },
  );
}

/** PGlite throws what its file system threw: an object that is not an Error and has a number for a message. */
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

/** The names of the statements that a database has prepared, by their text. */
const prepared = new WeakMap<PGlite, Map<string, string>>();

/**
 * Runs a prepared statement in one message. `PGlite.query` sends five, and has each statement parsed and planned: a statement for
 * an entry of the trail takes 2.0 core milliseconds so, and 1.0 here.
 */
async function runPrepared(opened: PGlite, sql: string, value: string): Promise<void> {
  const { parse, bind, execute, sync } = protocol.serialize;
  // As `PGlite.query` does: not within the transaction of another.
  await opened._runExclusiveTransaction(() =>
    opened._runExclusiveQuery(async () => {
      const names = prepared.get(opened) ?? new Map<string, string>();
      prepared.set(opened, names);
      const name = names.get(sql) ?? `statement ${names.size}`;
      if (!names.has(sql)) await opened.execProtocol(Buffer.concat([parse({ name, text: sql }), sync()]));
      names.set(sql, name);
      await opened.execProtocol(
        Buffer.concat([bind({ statement: name, values: [value] }), execute({}), sync()]),
      );
    }),
  );
}
