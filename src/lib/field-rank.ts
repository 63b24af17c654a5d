import { schemaAt } from './paths.ts';
import type { DataSchema } from './schema.ts';

/** Changed fields in the order in which a reader wants them: amounts and numbers, dates, the parties, the others. */
export function byFieldRank<Value>(
  values: readonly Value[],
  pathOf: (value: Value) => string,
  schema: DataSchema,
): Value[] {
  const rank = (value: Value) => rankOf(pathOf(value), schemaAt(schema, pathOf(value)));
  return values.toSorted((one, other) => rank(one) - rank(other));
}

function rankOf(path: string, { type, format }: DataSchema = {}): number {
  if (type === 'number' || /currency/i.test(path)) return 0;
  if (format === 'date') return 1;
  return /^parties\b|name|address|country|email|rcNumber/i.test(path) ? 2 : 3;
}
