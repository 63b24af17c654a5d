import { hash } from 'node:crypto';
import type { FileMade } from '../../../schemas/trail.ts';

/** The longest file with which these bytes begin: what readers fill in or sign is appended to it. */
export function printedFile(bytes: Uint8Array, files: readonly FileMade[]): FileMade | undefined {
  return files
    .toSorted((one, other) => other.bytes - one.bytes)
    .find(
      (file) => file.bytes <= bytes.length && hash('sha256', bytes.subarray(0, file.bytes)) === file.sha256,
    );
}
