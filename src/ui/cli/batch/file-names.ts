import { distinctNames, fieldsOfName, leavesFolder, numbered } from '../../../lib/file-name.ts';
import { type Data, fieldAt } from '../../../lib/paths.ts';
import type { DataSchema } from '../../../lib/schema.ts';
import { CommandFailure } from '../failure.ts';

/**
 * Gives every row the name of its files, without extension; undefined when the row leaves out a field that the name needs. Has
 * to be called for every row in order, so that a name that is taken gets the same number in every run.
 */
export type NameOf = (row: number, data: Data) => string | undefined;

/**
 * Names the files after a pattern such as `{lastName}-{firstName}`; without one `00001`, `00002`, …, by the rows.
 * @returns makes the names for one pass over the rows
 * @throws CommandFailure when it leads to another folder, or names a field that the template does not have
 */
export function fileNames(pattern: string | undefined, schema: DataSchema): () => NameOf {
  if (pattern === undefined) return () => numbered;
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
  return () => {
    const next = distinctNames(pattern);
    return (row, data) => next(data, numbered(row));
  };
}
