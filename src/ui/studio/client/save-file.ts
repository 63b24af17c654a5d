import { nameIn } from '../../../lib/file-name.ts';

/** How long the browser may take to begin to save; the bytes are kept for so long. */
const KEEP_MS = 60_000;

/** Saves bytes as a file of the person's. */
export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}

/** The name that the service gives a file. */
export function nameOf({ headers }: Response, otherwise: string): string {
  return nameIn(headers.get('content-disposition')) ?? otherwise;
}
