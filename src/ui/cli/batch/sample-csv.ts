import { type Data, valueAt } from '../../../lib/paths.ts';
import type { DataSchema } from '../../../lib/schema.ts';
import { pathsOf } from '../../rows/columns.ts';
import { csvCell } from '../../rows/csv-form.ts';

/**
 * A CSV (RFC 4180) of every field of a schema, lists as long as the sample's, with the sample as its one row. All texts are
 * quoted: LibreOffice can be told to leave quoted cells as they are, where it would make `9:00 am` to `09:00:00 AM`.
 */
export function sampleCsv(schema: DataSchema, sample: Data): string {
  const paths = pathsOf(schema, (path) => {
    const entries = valueAt(sample, path);
    return Array.isArray(entries) ? entries.length : 1;
  });
  const cells = paths.map((path) => cellOf(valueAt(sample, path)));
  return `${paths.join(',')}\r\n${cells.join(',')}`;
}

function cellOf(value: unknown): string {
  return typeof value === 'string' ? csvCell(value) : String(value ?? '');
}
