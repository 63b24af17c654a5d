import { hash } from 'node:crypto';
import type { ValueDigests } from './value-digests.ts';

/** A file that was made, as the trail has it. */
export interface TrailedFile {
  /** In hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
  /** Null when the code that made it did not record them. */
  readonly valueDigests: ValueDigests | null;
}

/** The longest file with which these bytes begin: what readers fill in or sign is appended to it. */
export function printedFile(bytes: Uint8Array, files: readonly TrailedFile[]): TrailedFile | undefined {
  return files
    .toSorted((one, other) => other.bytes - one.bytes)
    .find(
      (file) => file.bytes <= bytes.length && hash('sha256', bytes.subarray(0, file.bytes)) === file.sha256,
    );
}
