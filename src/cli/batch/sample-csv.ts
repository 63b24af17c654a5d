import { pathsOf } from '../../rows/columns.ts';
import { valueAt } from '../../rows/paths.ts';
import type { PublishedSchema } from '../../rows/published-schema.ts';
import type { Data } from '../../rows/row.ts';

/** A CSV (RFC 4180) of every field of a schema, lists as long as the sample's, with the sample as its one row. */
export function sampleCsv(schema: PublishedSchema, sample: Data): string {
  const paths = pathsOf(schema, (path) => {
    const entries = valueAt(sample, path);
    return Array.isArray(entries) ? entries.length : 1;
  });
  const values = paths.map((path) => String(valueAt(sample, path) ?? ''));
  return [paths, values].map((cells) => cells.map(quoted).join(',')).join('\r\n');
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
