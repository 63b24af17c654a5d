import { type Data, valueAt } from '../../lib/paths.ts';
import type { DataSchema } from '../../lib/schema.ts';
import { type ReadingOf, readingsOf } from './cells.ts';
import { type Column, type Columns, readCells, readHeader, rewritten } from './columns.ts';
import { currencyFields, currencyOf, readAmount } from './currencies.ts';
import type { Row, RowFault } from './row.ts';

interface Header extends Columns {
  readonly names: readonly string[];
}

/** Reads a table line by line. The first line that is not blank is the header. */
export class Table {
  readonly #schema: DataSchema;
  readonly #readingOf: ReadingOf;
  /** By column and kind. */
  readonly #remarks = new Map<string, string>();
  #header: Header | undefined;
  #line = 0;
  #headerLine = 0;

  constructor(schema: DataSchema, readingOf: ReadingOf = () => ({})) {
    this.#schema = schema;
    this.#readingOf = readingOf;
  }

  /** Undefined until it was read. */
  get header(): Header | undefined {
    return this.#header;
  }

  /** What may be a mistake, once for each column. */
  get remarks(): readonly string[] {
    return [...this.#remarks.values()];
  }

  /** Takes the cells of the next line. @returns undefined for the header and for a line without any value */
  read(cells: readonly string[]): Row | undefined {
    this.#line += 1;
    if (cells.every((cell) => cell.trim() === '')) return undefined;
    if (this.#header === undefined) {
      this.#headerLine = this.#line;
      this.#header = { names: cells, ...readHeader(cells, this.#schema) };
      return undefined;
    }
    const { columns } = this.#header;
    const line = this.#line;
    const number = line - this.#headerLine;
    const read = { number, line, ...readCells(columns, cells, { row: number, line }, this.#readingOf) };
    const row = withCurrencies(read, this.#header, cells, this.#schema, this.#readingOf);
    this.#remarkOn(columns, cells, row);
    return row;
  }

  #remarkOn(columns: Columns['columns'], cells: readonly string[], row: Row): void {
    const where = `in row ${row.number} (line ${row.line})`;
    for (const { path } of rewritten(columns, cells))
      this.#once(
        `${path} rewritten`,
        `${path} is printed as "${valueAt(row.data, path)}" ${where}, which looks as if a spreadsheet has rewritten it; ` +
          'if it was typed otherwise, make the column text and type it again',
      );
    for (const [index, column] of columns.entries()) this.#remarkOnCell(column, cells[index] ?? '', where);
  }

  #remarkOnCell(column: Column | undefined, cell: string, where: string): void {
    if (column === undefined) return;
    const readings = readingsOf(cell, column.field, this.#readingOf(column.path));
    if (readings.length > 0)
      this.#once(
        `${column.path} unread`,
        `${column.path} is "${cell.trim()}" ${where}, which is a value with ${readings.join(' or ')}`,
      );
  }

  #once(key: string, remark: string): void {
    if (!this.#remarks.has(key)) this.#remarks.set(key, remark);
  }
}

/** A row whose amounts keep the currencies that are written with them, as in the form: none is cut off in silence. */
function withCurrencies(
  row: Row,
  { columns }: Columns,
  cells: readonly string[],
  schema: DataSchema,
  readingOf: ReadingOf,
): Row {
  let data: Data = row.data;
  const faults: RowFault[] = [];
  for (const [index, column] of columns.entries()) {
    if (column?.field.type !== 'number' || !readingOf(column.path).asForm) continue;
    const { currency } = readAmount(cells[index] ?? '');
    const chosen = currencyOf(data);
    if (currency === undefined || currency === chosen) continue;
    const fields = chosen === undefined ? currencyFields(schema, currency) : undefined;
    if (fields !== undefined) data = { ...data, ...fields };
    else
      faults.push({
        row: row.number,
        line: row.line,
        field: column.path,
        message: `is an amount in ${currency}; the currency is ${chosen ?? 'not asked for'}`,
      });
  }
  return { ...row, data, faults: [...row.faults, ...faults] };
}
