import { suggestion } from '../../lib/nearest.ts';
import { type Data, fieldAt, schemaAt, schemasBelow, withValue } from '../../lib/paths.ts';
import type { DataSchema } from '../../lib/schema.ts';
import { formOf, type ReadingOf, readValue } from './cells.ts';
import type { RowFault, RowPlace } from './row.ts';
import { titleOf } from './titles.ts';

export interface Column {
  /** As in the header: `parties[0].fullName`. */
  readonly path: string;
  readonly field: DataSchema;
}

/** The columns of a file that are fields of the schema, and the others. */
export interface Columns {
  /** One for each cell of a line; undefined for a column that no field has. */
  readonly columns: readonly (Column | undefined)[];
  readonly faults: readonly string[];
}

/** What spreadsheets make of `9:00 am` and of `December 2029`. */
const REWRITTEN = /^\d{1,2}:\d{2}:\d{2}( [AP]M)?$|^\d{1,2}([/.])\d{1,2}\2\d{2,4}$/i;

/** @param header the names of the columns: paths of fields, or their titles */
export function readHeader(header: readonly string[], schema: DataSchema): Columns {
  const pathOf = byTitle(schema);
  const names = header.map((name) => name.trim());
  const paths = names.map((name) => (fieldAt(schema, name) === undefined ? (pathOf(name) ?? name) : name));
  const faults: string[] = [];
  const columns = paths.map((path, index) => {
    const name = names[index];
    if (paths.indexOf(path) < index) faults.push(`two columns are called ${name}; keep one of them`);
    const field = fieldAt(schema, path);
    if (field !== undefined) return { path, field };
    faults.push(
      name === '' ? `column ${index + 1} has no name` : `no field is called ${name}${suggest(path, schema)}`,
    );
    return undefined;
  });
  return { columns, faults };
}

/** Finds the path of a field by its title, in any case: `Party 2: Full name`. */
function byTitle(schema: DataSchema): (title: string) => string | undefined {
  const keyOf = (title: string) =>
    title.toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ').replace(/\d+/, '1');
  const paths = new Map(pathsOf(schema, () => 1).map((path) => [keyOf(titleOf(schema, path)), path]));
  return (title) => {
    const [number = '1'] = /\d+/.exec(title) ?? [];
    return paths.get(keyOf(title))?.replace('[0]', `[${Number(number) - 1}]`);
  };
}

/** Entries of a list of texts in an empty list, and the parties of a document. */
const ENTRIES = { texts: 3, cards: 2 };

/** The header of a list to fill in: the titles of all fields. */
export function emptyHeader(schema: DataSchema): string[] {
  const entries = (path: string) => {
    const list = schemaAt(schema, path);
    return list?.items?.type === 'object' ? Math.max(ENTRIES.cards, list.minItems ?? 0) : ENTRIES.texts;
  };
  return pathsOf(schema, entries).map((path) => titleOf(schema, path));
}

/** Paths of all fields that a cell can hold. @param entries the number of entries of the list at a path */
export function pathsOf(schema: DataSchema, entries: (path: string) => number): string[] {
  const entriesOf = (path: string) => Array.from({ length: entries(path) }, (_, index) => `[${index}]`);
  return [...schemasBelow(schema, entriesOf)].flatMap(([path, { items, type }]) =>
    items === undefined && type !== 'object' ? [path] : [],
  );
}

function suggest(path: string, schema: DataSchema): string {
  const known = pathsOf(schema, () => 1);
  const wanted = path.replaceAll(/\[\d+\]/g, '[0]');
  const within = known.find((one) => one.startsWith(`${wanted}.`) || one.startsWith(`${wanted}[`));
  return within === undefined ? suggestion(wanted, known) : `; did you mean ${within}?`;
}

/**
 * The data of a line. An empty cell is a field left out; so is an entry of a list of texts before another.
 * @param place of the line, for the faults
 */
export function readCells(
  columns: Columns['columns'],
  cells: readonly string[],
  place: RowPlace,
  readingOf: ReadingOf,
): { readonly data: Data; readonly faults: readonly RowFault[] } {
  const faults: RowFault[] = [];
  if (cells.length !== columns.length)
    faults.push({
      ...place,
      field: '',
      message: `has ${cells.length} cells and the header ${columns.length}; put a cell with a separator into double quotes`,
    });
  let data: Data = {};
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (column === undefined || cell.trim() === '') continue;
    const reading = readingOf(column.path);
    const value = readValue(cell, column.field, reading);
    if (value === undefined)
      faults.push({ ...place, field: column.path, message: formOf(column.field, reading) });
    else data = withValue(data, column.path, value);
  }
  return { data: withoutHoles(data) as Data, faults };
}

/** The columns of texts whose cells look like what a spreadsheet makes of a time or a date that was typed. */
export function rewritten(columns: Columns['columns'], cells: readonly string[]): Column[] {
  return columns.filter((column, index): column is Column => {
    const isText = column?.field.type === 'string' && column.field.format === undefined;
    return isText && REWRITTEN.test(cells[index] ?? '');
  });
}

/** A list of texts has no entry for an empty cell; a list of objects keeps its places. */
function withoutHoles(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => entry !== '').map(withoutHoles);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutHoles(field)]));
}
