import { fieldsOfName, leavesFolder, nameByPattern } from '../../../lib/file-name.ts';
import { type Data, fieldAt } from '../../../lib/paths.ts';
import type { PublishedSchema } from '../../rows/published-schema.ts';
import { CommandFailure } from '../failure.ts';

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
  const fields = fieldsOfName(pattern);
  const unknown = fields.find((path) => fieldAt(schema, path) === undefined);
  if (leavesFolder(pattern))
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
  return () => namedBy(pattern);
}

function namedBy(pattern: string): FileNames {
  const taken = new Set<string>();
  return {
    nameOf: (row, data) => {
      const filled = nameByPattern(pattern, data);
      if (filled === undefined) return undefined;
      const base = short(filled) || numbered(row);
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

/** The name in at most so many bytes. */
function short(name: string): string {
  const characters = Array.from(name);
  while (Buffer.byteLength(characters.join('')) > MAX_BYTES) characters.pop();
  return characters.join('').trim();
}
