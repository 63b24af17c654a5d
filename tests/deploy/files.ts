import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..', '..');

/** A file of the project, by its path from the root. */
export function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

export function inRoot(file: string): string {
  return path.join(ROOT, file);
}
