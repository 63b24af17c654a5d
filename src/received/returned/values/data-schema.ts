import type { DataSchema } from '../../../lib/schema.ts';

/** A value that stands for any other that is not known. */
export function placeholder({ type, format, enum: values }: DataSchema): unknown {
  if (values !== undefined) return values[0];
  if (format === 'date') return '2000-01-01';
  if (format === 'email') return 'a@b.example';
  if (type === 'boolean') return true;
  return type === 'number' || type === 'integer' ? 1 : 'Placeholder';
}
