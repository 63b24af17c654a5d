import type { DataSchema } from '../../../lib/schema.ts';
import { valuesOf } from './values.ts';

export { valuesOf };

/** A value that stands for any other that is not known. */
export function placeholder({ type, format, enum: values }: DataSchema): unknown {
  if (values !== undefined) return values[0];
  if (format === 'date') return '2000-01-01';
  if (format === 'email') return 'a@b.example';
  if (type === 'boolean') return true;
  return type === 'number' || type === 'integer' ? 1 : 'Placeholder';
}

/** Each of them costs two digests. */
const MOST_WORDS = 40;

/** The values that words at the beginning or the end of a text stand for: other words may have been put beside a value. */
export function valuesWithin(text: string, field: DataSchema): unknown[] {
  const words = text.split(/\s+/).slice(0, MOST_WORDS);
  const parts = words.flatMap((_, at) => [words.slice(0, at + 1), words.slice(at)]);
  return parts.flatMap((part) => valuesOf(part.join(' ').replace(/^[("“‘[]+|[)\]"”’,.;:]+$/g, ''), field));
}
