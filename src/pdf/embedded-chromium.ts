import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';

export interface ChromiumBuild {
  readonly executablePath: string;
  /** Folder of the shared libraries that a bare Debian lacks, for `LD_LIBRARY_PATH`. */
  readonly libraryPath?: string;
}

/**
 * The Chromium that comes by `npm ci`, unpacked into `node_modules/.cache` on its first use (about 2 s). Several
 * processes may do so at once: each unpacks into a folder of its own and the first gives it the final name.
 * @throws when the folder cannot be written; `CHROMIUM_PATH` is then the way out
 */
export async function embeddedChromium(): Promise<ChromiumBuild> {
  // The package's own unpacking goes to fixed names in the shared temp folder, where another user may be first.
  const packageFolder = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '..',
  );
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8'));
  const cache = path.join(packageFolder, '..', '..', '.cache');
  const folder = path.join(cache, `chromium-${version}`);
  if (!(await exists(folder))) await unpack(path.join(packageFolder, 'bin'), cache, folder);
  return { executablePath: path.join(folder, 'chromium'), libraryPath: path.join(folder, 'lib') };
}

async function unpack(packed: string, cache: string, folder: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    await Promise.all([
      pipeline(
        createReadStream(path.join(packed, 'chromium.br')),
        createBrotliDecompress(),
        createWriteStream(path.join(unfinished, 'chromium'), { mode: 0o755 }),
      ),
      pipeline(
        createReadStream(path.join(packed, 'al2023.tar.br')),
        createBrotliDecompress(),
        extract(unfinished),
      ),
    ]);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
