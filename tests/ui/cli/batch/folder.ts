import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export type ManifestLine = Record<string, unknown> & { readonly row: number; readonly format: string };

/** The lines of a manifest, in the order of rows and formats. */
export async function manifestOf(out: string, name = 'manifest.ndjson'): Promise<ManifestLine[]> {
  const text = await readFile(path.join(out, name), 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line): ManifestLine => JSON.parse(line));
  return lines.sort((one, other) => one.row - other.row || (one.format === 'pdf' ? -1 : 1));
}

/** File → SHA-256 of its bytes. */
export async function digestsOf(out: string): Promise<Record<string, string>> {
  const files = (await readdir(out)).filter((file) => /\.(pdf|docx)$/.test(file)).sort();
  const digest = async (file: string) =>
    [file, hash('sha256', await readFile(path.join(out, file)))] as const;
  return Object.fromEntries(await Promise.all(files.map(digest)));
}
