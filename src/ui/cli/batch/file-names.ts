import { type Data, fieldAt, valueAt } from '../../../lib/paths.ts';
import type { PublishedSchema } from '../../rows/published-schema.ts';
import { CommandFailure } from '../failure.ts';

const PLACEHOLDER = /\{([^{}]*)\}/g;
/** Characters that Windows, macOS or Linux do not allow in the name of a file. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}]/gu;
/** Devices of Windows, whatever the extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** In bytes, of the 255 that a file system allows; the number of a duplicate and the extension follow. */
const MAX_BYTES = 200;

/** Gives every row the name of its files, without extension. */
export interface FileNames {
  /**
   * Has to be called for every row in order, so that a name that is taken gets the same number in every run.
   * @returns undefined when the row leaves out a field that the name needs
   */
  nameOf(row: number, data: Data): string | undefined;
}

/**
 * Names the files after a pattern such as `{lastName}-{firstName}`; without one `00001`, `00002`, …, by the rows.
 * @returns makes the names for one pass over the rows
 * @throws CommandFailure when it leads to another folder, or names a field that the template does not have
 */
export function fileNames(pattern: string | undefined, schema: PublishedSchema): () => FileNames {
  if (pattern === undefined) return () => ({ nameOf: numbered });
  const fields = Array.from(pattern.matchAll(PLACEHOLDER), ([, path = '']) => path);
  const unknown = fields.find((path) => fieldAt(schema, path) === undefined);
  if (/[/\\]/.test(pattern))
    throw new CommandFailure(
      'wrongUsage',
      '--name must not have / or \\: the files are in the folder of --out',
    );
  if (unknown !== undefined)
    throw new CommandFailure(
      'wrongUsage',
      `--name has {${unknown}}, and the template has no such field; "docgen templates schema" lists them`,
    );
  if (fields.length === 0)
    throw new CommandFailure(
      'wrongUsage',
      "--name needs a field that tells the rows apart: '{lastName}-{firstName}'",
    );
  return () => namedBy(pattern, fields);
}

function namedBy(pattern: string, fields: readonly string[]): FileNames {
  const taken = new Set<string>();
  return {
    nameOf: (row, data) => {
      const values = fields.map((path) => textAt(data, path));
      if (values.some((value) => value === '')) return undefined;
      const base = safe(
        pattern.replace(PLACEHOLDER, () => values.shift() ?? ''),
        row,
      );
      let name = base;
      for (let copy = 2; taken.has(keyOf(name)); copy++) name = `${base} (${copy})`;
      taken.add(keyOf(name));
      return name;
    },
  };
}

function numbered(row: number): string {
  return String(row).padStart(5, '0');
}

/** As a file system without regard to case compares names. */
function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function textAt(data: Data, path: string): string {
  const value = valueAt(data, path);
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';
}

function safe(text: string, row: number): string {
  let name = text.normalize('NFC').replace(FORBIDDEN, '-').trim();
  while (Buffer.byteLength(name) > MAX_BYTES) name = Array.from(name).slice(0, -1).join('');
  if (name === '') return numbered(row);
  return name.replace(RESERVED, '$&-');
}
