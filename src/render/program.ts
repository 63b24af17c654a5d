import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { projectFingerprint } from '../environment/fingerprint.ts';
import { APP_DIRECTORY } from './render-command.ts';

const CACHE = path.join(APP_DIRECTORY, 'node_modules', '.cache');
const PREFIX = 'render-';
const DAY_MS = 24 * 3_600_000;

type Program = 'child' | 'drawing-child';

let making: Promise<string> | undefined;

/**
 * The file that a child process runs: JavaScript without types, made once for the same sources and kept in
 * node_modules/.cache. A process that loads the 230 sources, and removes their types, is ready after 1.15 s in place of
 * 0.6 (measured on a busy machine).
 */
export async function programOf(name: Program): Promise<string> {
  making ??= makePrograms(CACHE);
  return programIn(await making, name);
}

/** @returns the source itself where the folder could not be made, or is not there any more */
export function programIn(folder: string, name: Program): string {
  const made = path.join(folder, `${name}.mjs`);
  return existsSync(made) ? made : path.join(import.meta.dirname, `${name}.ts`);
}

/** @returns the folder of the programs, which exists if it could be made */
export async function makePrograms(cache: string): Promise<string> {
  const folder = path.join(cache, `${PREFIX}${projectFingerprint().slice(0, 16)}`);
  if (!existsSync(folder)) await bundle(folder).catch(() => {});
  return folder;
}

/** The folder appears with all of its files, because other processes may look for it. */
async function bundle(folder: string): Promise<void> {
  const { buildSync } = await import('esbuild');
  const beside = path.join(path.dirname(folder), `${PREFIX}${randomUUID()}`);
  try {
    // Synchronous: the end of the studio's build would end another one that is going on.
    buildSync({
      absWorkingDir: import.meta.dirname,
      entryPoints: ['child.ts', 'drawing-child.ts'],
      outdir: beside,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      // What only some jobs need stays in files of its own.
      splitting: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      // For an older one esbuild makes the patterns of Unicode anew at each use.
      target: 'esnext',
      logLevel: 'silent',
    });
    await rename(beside, folder);
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
  await removeOld(path.dirname(folder));
}

/** Other services may still run those of today. */
async function removeOld(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const folder = path.join(cache, name);
    if (!name.startsWith(PREFIX) || (await stat(folder)).mtimeMs > Date.now() - DAY_MS) continue;
    await rm(folder, { recursive: true, force: true });
  }
}
