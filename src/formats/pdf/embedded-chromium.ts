import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { access, chmod, constants, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';

export interface ChromiumBuild {
  readonly executablePath: string;
  /** Folder with the shared libraries that a bare Debian lacks, for `LD_LIBRARY_PATH`. */
  readonly libraryPath?: string;
}

/**
 * The Chromium installed by `npm ci`, unpacked into `node_modules/.cache` on first use (about 2 s). Processes may do so
 * concurrently: each unpacks into a folder of its own, and the first to finish renames it to the final name.
 * @throws Error that tells the operator what to do if the folder cannot be written or read
 */
export async function embeddedChromium(): Promise<ChromiumBuild> {
  // The package itself unpacks to fixed names in the shared temporary folder, where another user may have created them.
  const packageFolder = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '..',
  );
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8'));
  const cache = path.join(packageFolder, '..', '..', '.cache');
  const folder = path.join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    await unpack(path.join(packageFolder, 'bin'), cache, folder).catch((cause) => {
      throw new Error(
        `The embedded Chromium cannot be unpacked into ${folder} (${cause.code ?? cause.message}). Let this user write ` +
          'there and see that there are 300 MB free, or set CHROMIUM_PATH to an installed Chromium.',
        { cause },
      );
    });
  }
  const executablePath = path.join(folder, 'chromium');
  await access(executablePath, constants.R_OK | constants.X_OK).catch((cause) => {
    throw new Error(
      `The embedded Chromium in ${folder} was unpacked by another user, and this one may not run it (${cause.code}). ` +
        `As that user, run: chmod -R a+rX ${folder}. Or delete the folder, or set CHROMIUM_PATH.`,
      { cause },
    );
  });
  return { executablePath, libraryPath: path.join(folder, 'lib') };
}

/**
 * Readable by every user of the machine, whatever the umask: the service, its tests and the demo may run as different
 * users.
 */
const READABLE = { dmode: 0o755, fmode: 0o644, umask: 0 };

async function unpack(packed: string, cache: string, folder: string): Promise<void> {
  const isNew = (await mkdir(cache, { recursive: true })) !== undefined;
  if (isNew) await chmod(cache, 0o755);
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
        extract(unfinished, READABLE),
      ),
    ]);
    for (const file of [unfinished, path.join(unfinished, 'chromium')]) await chmod(file, 0o755);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
