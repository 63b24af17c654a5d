import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { DocumentFormat } from '../../../../schemas/formats.ts';
import type { RowPlace } from '../../rows/row.ts';
import { CommandFailure } from '../failure.ts';
import { messageOf } from '../settings.ts';
import { parseObject } from './job-file.ts';

/** A line of the manifest: a file that was made, or why it could not be. */
export type ManifestLine =
  | (RowPlace & {
      readonly format: DocumentFormat;
      readonly file: string;
      readonly sha256: string;
      readonly documentId: string | null;
      readonly warnings: number;
      readonly blanks: number;
    })
  | (RowPlace & { readonly format: DocumentFormat; readonly error: string });

const NEWLINE = 0x0a;

/** The list of the files of a folder, one line of JSON each, written as each is finished. */
export class Manifest {
  readonly #file: string;
  readonly #handle: FileHandle;
  /** Row and format → the SHA-256 of its file. */
  readonly #made: ReadonlyMap<string, string>;

  private constructor(file: string, handle: FileHandle, made: ReadonlyMap<string, string>) {
    this.#file = file;
    this.#handle = handle;
    this.#made = made;
  }

  /** Opens or begins a manifest. A last line that was not written to its end is dropped. @throws CommandFailure */
  static async open(file: string): Promise<Manifest> {
    await using opened = new AsyncDisposableStack();
    const appended = open(file, 'a+').catch((cause) => {
      throw notWritten(file, cause);
    });
    const handle = opened.use(await appended);
    await dropTornLine(handle);
    const made = await readMade(file);
    opened.move();
    return new Manifest(file, handle, made);
  }

  /** SHA-256 of the file that was made of a row; undefined if none was. */
  madeOf(row: number, format: DocumentFormat): string | undefined {
    return this.#made.get(`${row} ${format}`);
  }

  /** @throws CommandFailure */
  async add(line: ManifestLine): Promise<void> {
    await this.#handle.appendFile(`${JSON.stringify(line)}\n`).catch((cause) => {
      throw notWritten(this.#file, cause);
    });
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** The name of the manifest of a shard, or of all rows. */
export function manifestFile(
  folder: string,
  shard: { readonly index: number; readonly of: number } | undefined,
): string {
  return path.join(
    folder,
    shard === undefined ? 'manifest.ndjson' : `manifest.${shard.index}-of-${shard.of}.ndjson`,
  );
}

/** @returns the failure of a command that can be repeated */
export function notWritten(file: string, cause: unknown): CommandFailure {
  const goesOn = 'The same command again goes on where this one ended.';
  return new CommandFailure('refused', `${file} cannot be written: ${messageOf(cause)}. ${goesOn}`, {
    cause,
  });
}

async function dropTornLine(handle: FileHandle): Promise<void> {
  let { size: end } = await handle.stat();
  const byte = Buffer.alloc(1);
  while (end > 0) {
    await handle.read(byte, 0, 1, end - 1);
    if (byte[0] === NEWLINE) break;
    end -= 1;
  }
  await handle.truncate(end);
}

async function readMade(file: string): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for await (const text of createInterface({ input: createReadStream(file) })) {
    const line = parseObject<ManifestLine>(text);
    if (line === undefined)
      throw new CommandFailure(
        'wrongUsage',
        `${file} has a line that is not JSON of an object; remove the line`,
      );
    const key = `${line.row} ${line.format}`;
    // Of several lines the last holds.
    if ('sha256' in line) made.set(key, line.sha256);
    else made.delete(key);
  }
  return made;
}
