import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nameIn } from '../../lib/file-name.ts';
import { type PrintOptions, printAnswer } from './print.ts';
import { fileFailure } from './settings.ts';

interface Written {
  readonly templateId: string;
  /** `-` for standard output. */
  readonly file: string;
  /** Stands before the name of the template: "changes to ". */
  readonly what: string;
}

export interface NameOptions {
  readonly out?: string;
  readonly fileName?: string;
}

/** The file for the document of an answer: what `--out` says, or the name that `--file-name` made, or the default. */
export function fileFor({ headers }: Response, { out, fileName }: NameOptions, otherwise: string): string {
  if (out !== undefined) return out;
  const named = fileName === undefined ? undefined : nameIn(headers.get('content-disposition'));
  return named === undefined ? otherwise : path.basename(named);
}

/**
 * Writes the document of an answer, and says so unless it went to standard output.
 * @throws CommandFailure when it cannot be written
 */
export async function writeDocument(
  options: PrintOptions,
  { templateId, file, what }: Written,
  answer: Response,
): Promise<void> {
  const { headers } = answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (!(await writeOutput(file, bytes))) return;
  const written = {
    file,
    bytes: bytes.byteLength,
    templateId,
    version: headers.get('x-template-version'),
    source: headers.get('x-template-source'),
  };
  printAnswer(
    options,
    written,
    ({ bytes, version }) => `Wrote ${file}: ${what}${templateId} ${version}, ${Math.ceil(bytes / 1_000)} kB.`,
  );
}

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
    throw fileFailure(file, 'written', cause);
  });
  return true;
}
