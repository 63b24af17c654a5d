import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { csvFormOf } from '../../rows/csv-form.ts';
import { CommandFailure } from '../failure.ts';
import { fileFailure, messageOf } from '../settings.ts';

/** Enough for the header of a template with long lists. */
const HEADER_BYTES = 256 * 1_024;

/**
 * The lines of a CSV file (RFC 4180) as lists of cells, blank ones too.
 * @throws CommandFailure when the file cannot be read, is not UTF-8, or is not CSV
 */
export async function* readCsv(file: string): AsyncGenerator<readonly string[]> {
  const lines = parse(csvFormOf(await beginOf(file)));
  // The iteration throws what the pipeline fails with.
  pipeline(decoded(file), lines, () => {});
  try {
    yield* lines;
  } catch (cause) {
    throw new CommandFailure('wrongUsage', `${file} is not CSV in UTF-8: ${reasonOf(cause)}`, { cause });
  }
}

/** @returns the text of the file; the stream fails at the first byte that is not UTF-8 */
function decoded(file: string): Readable {
  const bytes = createReadStream(file);
  const text = Readable.toWeb(bytes).pipeThrough(
    new TextDecoderStream('utf-8', { fatal: true, ignoreBOM: true }),
  );
  return Readable.fromWeb(text);
}

async function beginOf(file: string): Promise<string> {
  const handle = await open(file).catch((cause) => {
    throw fileFailure(file, 'read', cause);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES));
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function reasonOf(cause: unknown): string {
  const { code, lines } = cause as { readonly code?: string; readonly lines?: number };
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return 'it has bytes that are not UTF-8; save it as "CSV UTF-8", or an .xlsx as CSV';
  if (lines !== undefined) return `line ${lines}: ${messageOf(cause)}`;
  return messageOf(cause);
}
