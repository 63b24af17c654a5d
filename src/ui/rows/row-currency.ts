import type { Data } from '../../lib/paths.ts';
import type { DataSchema } from '../../lib/schema.ts';
import type { ReadingOf } from './cells.ts';
import type { Columns } from './columns.ts';
import { currencyFields, currencyOf, readAmount } from './currencies.ts';
import type { Row, RowFault } from './row.ts';

/** A row whose amounts keep the currencies that are written with them, as in the form: none is cut off in silence. */
export function withCurrencies(
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
