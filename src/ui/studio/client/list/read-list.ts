import { parse } from 'csv-parse/browser/esm/sync';
import { csvFormOf } from '../../../rows/csv-form.ts';
import type { PublishedSchema } from '../../../rows/published-schema.ts';
import type { Row } from '../../../rows/row.ts';
import { Table } from '../../../rows/table.ts';

/** A row with what was read, to be shown. */
export interface ListRow extends Row {
  readonly cells: readonly string[];
}

export interface ReadList {
  readonly header: readonly string[];
  readonly rows: readonly ListRow[];
  /** What is wrong with the header: no row can be made before it is right. */
  readonly faults: readonly string[];
}

/** 10,000 rows of forty columns are some 8 MB. */
const MOST_BYTES = 64 * 1_024 * 1_024;

/** Reads a CSV file as `docgen batch` does. @throws Error that tells the person why it cannot be read */
export async function readList(file: File, schema: PublishedSchema): Promise<ReadList> {
  if (file.size > MOST_BYTES)
    throw new Error(
      `${file.name} is too large for a browser. The command “docgen batch” takes any number of rows.`,
    );
  const text = await decode(file);
  const table = new Table(schema);
  const rows = parseCsv(file.name, text).flatMap((cells) => {
    const row = table.read(cells);
    return row === undefined ? [] : [{ ...row, cells }];
  });
  const { header } = table;
  if (header === undefined) throw new Error(`${file.name} is empty; its first line names the fields.`);
  const { names, columns, faults } = header;
  if (columns.every((column) => column === undefined))
    throw new Error(
      `${file.name} has no column of this document. Its first line must name the fields: ${exampleOf(schema)}.`,
    );
  return { header: names, rows, faults };
}

async function decode(file: File): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`${file.name} has bytes that are not UTF-8; save it as “CSV UTF-8”.`);
  }
}

function parseCsv(name: string, text: string): string[][] {
  try {
    return parse(text, csvFormOf(text));
  } catch (error) {
    throw new Error(`${name} is not CSV: ${(error as Error).message}`);
  }
}

function exampleOf({ properties = {} }: PublishedSchema): string {
  return Object.entries(properties)
    .filter(([, { type }]) => type === 'string')
    .slice(0, 3)
    .map(([name]) => name)
    .join(', ');
}
