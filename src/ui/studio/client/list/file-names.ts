import { distinctNames, fieldsOfName, leavesFolder, numbered } from '../../../../lib/file-name.ts';
import type { Data } from '../../../../lib/paths.ts';
import type { DataSchema } from '../../../../lib/schema.ts';
import { readHeader } from '../../../rows/columns.ts';
import { patternFor } from '../form/file-pattern.ts';
import type { Opened } from '../opened.ts';
import { titleOfTemplate } from '../service/catalogue.ts';
import type { ListColumn, ListRow } from './read-list.ts';

export interface FileNames {
  /** By the number of the row, without extension. */
  readonly of: ReadonlyMap<number, string>;
  /** What is wrong with the pattern; "" for nothing. */
  readonly fault: string;
}

/** The pattern that the columns of a list suggest; "" for none. */
export function patternOf({ schema, body }: Opened, columns: readonly ListColumn[]): string {
  const isGiven = (path: string) => columns.some((column) => column.path === path);
  return patternFor(schema, titleOfTemplate(body.templateId), isGiven) ?? '';
}

/**
 * The name of each row's files after a pattern, with paths of fields or their titles; by the number of the row where there is
 * no pattern, or the row lacks a field of it.
 */
export function namesOf(
  pattern: string,
  schema: DataSchema,
  rows: readonly ListRow[],
  dataOf: (row: ListRow) => Data,
): FileNames {
  const fields = fieldsOfName(pattern);
  const { columns } = readHeader(fields, schema);
  const unknown = fields.find((_, index) => columns[index] === undefined);
  const fault = leavesFolder(pattern)
    ? 'A name has no / or \\ in it.'
    : unknown === undefined
      ? ''
      : `No field is called ${unknown}.`;
  const paths = columns.map((column) => `{${column?.path}}`);
  const nextName = distinctNames(pattern.replaceAll(/\{[^{}]*\}/g, () => paths.shift() ?? ''));
  const isUsed = fault === '' && fields.length > 0;
  const named = rows.map((row) => {
    const number = numbered(row.number);
    return [row.number, (isUsed ? nextName(dataOf(row), number) : undefined) ?? number] as const;
  });
  return { of: new Map(named), fault };
}
