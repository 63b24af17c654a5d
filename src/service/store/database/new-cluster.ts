import { cpSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Copies an empty database into a new folder, because PostgreSQL takes two seconds to make one. The original is made in
 * `node_modules/.cache` on first use.
 * @param folder of the database; nothing happens if it exists
 * @param make makes an empty database in a folder
 */
export async function copyNewCluster(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return;
  // Whoever opens the database has locked the folder around it.
  const unfinished = `${folder}-unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    // Synchronous: a third of the time of the other one.
    cpSync(await original(make), unfinished, { recursive: true });
    await rename(unfinished, folder);
  } catch {
    // The cache is not writable, or its disk is full. PostgreSQL makes the database itself, and reports what fails.
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Processes may make it concurrently: the first to finish renames its own to the final name. */
async function original(make: (folder: string) => Promise<void>): Promise<string> {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const packageFolder = path.join(path.dirname(main), '..');
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8'));
  const cache = path.join(packageFolder, '..', '..', '.cache');
  const folder = path.join(cache, `pglite-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    await make(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
