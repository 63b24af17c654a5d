import { writeFile } from 'node:fs/promises';
import { CommandFailure } from './failure.ts';
import { messageOf } from './settings.ts';

/**
 * Writes what `--out` names.
 * @param file `-` for standard output
 * @returns whether it is a file, of which something can be said on standard output
 * @throws CommandFailure when it cannot be written
 */
export async function writeOutput(file: string, bytes: Uint8Array): Promise<boolean> {
  if (file === '-') {
    process.stdout.write(bytes);
    return false;
  }
  await writeFile(file, bytes).catch((cause) => {
    throw new CommandFailure('wrongUsage', `${file} cannot be written: ${messageOf(cause)}`, { cause });
  });
  return true;
}
