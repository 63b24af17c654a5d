import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Locks a folder for this process. The kernel holds the lock on a file, so it ends with the process, however that dies;
 * a file with a process id would survive a SIGKILL, and would not work in containers, where every process has id 1.
 * Node has no file lock of its own, but its SQLite takes one.
 * @returns unlocks it; undefined when another process has the folder
 */
export function lockFolder(folder: string): (() => void) | undefined {
  const file = new DatabaseSync(path.join(folder, 'lock'), { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return () => file.close();
}

/** SQLite's result code for a lock that somebody else holds. */
const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
