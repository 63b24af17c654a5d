import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the tests need of docxodus (dist/core.js of the npm package): a WebAssembly that compares and decides Word files. */
export interface Docxodus {
  docxDiffAcceptRevisions(redline: Uint8Array): Promise<Uint8Array>;
  docxDiffRejectRevisions(redline: Uint8Array): Promise<Uint8Array>;
  /** The changes from one file to another. */
  docxDiffGetRevisions(left: Uint8Array, right: Uint8Array): Promise<readonly DocxodusChange[]>;
}

export interface DocxodusChange {
  /** Also `FormatChanged` and `Moved`. */
  readonly revisionType: 'Inserted' | 'Deleted' | string;
  readonly text: string;
}

/** The words that one of two files has alone; the code of a field that is another one is no word. */
export function wordsChanged(changes: readonly DocxodusChange[]): { deleted: string; inserted: string } {
  const words = (type: string) =>
    changes
      .filter(({ revisionType }) => revisionType === type)
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
  return { deleted: words('Deleted'), inserted: words('Inserted') };
}

/** @throws Error when `npm ci --prefix bench` has not installed it */
export async function openDocxodus(): Promise<Docxodus> {
  const file = path.resolve('bench/node_modules/docxodus/dist/core.js');
  const docxodus = (await import(pathToFileURL(file).href)) as Docxodus & { initialize(): Promise<void> };
  await docxodus.initialize();
  return docxodus;
}
