import { access, constants, readdir } from 'node:fs/promises';
import path from 'node:path';
import { PART_FOLDERS } from '../../lib/part-folders.ts';
import type { SourceFault } from '../../lib/source-fault.ts';
import { unreadable } from './source-faults.ts';

/** Reports shared parts that cannot be read. The render processes read them, and would only fail to start. */
export async function unreadableParts(root: string): Promise<SourceFault[]> {
  const folders = PART_FOLDERS.map((name) => `templates-html/${name}`);
  return (await Promise.all(folders.map((folder) => unreadableIn(root, folder)))).flat();
}

async function unreadableIn(root: string, folder: string): Promise<SourceFault[]> {
  try {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true });
    const looks = entries.map(async (entry) => {
      const file = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return unreadableIn(root, file);
      const fault = await access(path.join(root, file), constants.R_OK).then(() => undefined, asFault(file));
      return fault === undefined ? [] : [fault];
    });
    return (await Promise.all(looks)).flat();
  } catch (error) {
    return [unreadable(folder, error)];
  }
}

const asFault = (file: string) => (error: unknown) => unreadable(file, error);
