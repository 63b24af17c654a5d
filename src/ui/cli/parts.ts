import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isOwnPart } from '../../lib/part-folders.ts';
import { CommandFailure } from './failure.ts';
import { fileFailure, readText } from './settings.ts';

/**
 * Reads a company's shared parts: every .njk file below layouts/ and partials/ of a folder, named as "partials/footer.njk".
 * @throws CommandFailure when the folder cannot be read or has none
 */
export async function readParts(folder: string): Promise<Record<string, string>> {
  const files = await readdir(folder, { recursive: true }).catch((cause) => {
    throw fileFailure(folder, 'read', cause);
  });
  const names = files
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((name) => name.endsWith('.njk') && isOwnPart(name));
  if (names.length === 0)
    throw new CommandFailure(
      'wrongUsage',
      `${folder} has no .njk file in layouts/ or partials/; name the folder that these are in`,
    );
  const parts = await Promise.all(
    names.sort().map(async (name) => [name, await readText(path.join(folder, name))] as const),
  );
  return Object.fromEntries(parts);
}
