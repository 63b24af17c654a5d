import { type Data, fieldAt, valueAt } from '../../../../lib/paths.ts';
import type { DataSchema } from '../../../../lib/schema.ts';
import { writeDate } from '../../../rows/dates.ts';
import { writeNumber } from '../../../rows/numbers.ts';

/** The value at a path as a person writes it; "" when there is none. */
export function writtenAt(schema: DataSchema, values: Data, path: string): string {
  const value = valueAt(values, path);
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return fieldAt(schema, path)?.format === 'date' ? writeDate(value) : value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
