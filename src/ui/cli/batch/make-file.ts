import { hash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DocumentServiceError } from '../../../../clients/typescript/src/error.ts';
import type { DocumentFormat } from '../../../../schemas/formats.ts';
import type { RowPlace } from '../../rows/row.ts';
import { type ManifestLine, notWritten } from './manifest.ts';
import type { PatientCaller } from './patient.ts';

interface Wanted extends RowPlace {
  readonly format: DocumentFormat;
  readonly file: string;
  /** Path of the file while it is written. */
  readonly draft: string;
  /** The body of `generate`. */
  readonly body: object;
}

/**
 * Makes a file. Nothing that is half written has its name.
 * @returns the line of the manifest
 * @throws CommandFailure when it cannot be written, and as the caller
 */
export async function makeFile(
  caller: PatientCaller,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<ManifestLine> {
  const { row, line, format, file, draft, body } = wanted;
  let answer: Response;
  try {
    answer = await caller.post('/api/v1/documents/generate', body, signal);
  } catch (error) {
    if (error instanceof DocumentServiceError) return { row, line, format, error: error.message };
    throw error;
  }
  const { headers } = answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  try {
    await writeFile(draft, bytes);
    await rename(draft, file);
  } catch (cause) {
    throw notWritten(file, cause);
  }
  return {
    row,
    line,
    format,
    file: path.basename(file),
    sha256: hash('sha256', bytes),
    documentId: headers.get('x-document-id'),
    warnings: Number(headers.get('x-warnings')),
    blanks: Number(headers.get('x-blanks')),
  };
}

/** Whether a file is there with these bytes. */
export async function isThere(file: string, sha256: string): Promise<boolean> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes !== undefined && hash('sha256', bytes) === sha256;
}
