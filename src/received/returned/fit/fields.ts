import { type Data, schemaAt, schemasBelow, valueAt, withValue } from '../../../lib/paths.ts';
import type { DataSchema } from '../../../lib/schema.ts';
import { placeholder } from '../values/values.ts';

/** Choices with more values are printed as a value, not as a condition. */
const MAX_CONDITIONS = 12;

/** Data with a value in every field: what a file does not have of it is left out, which is easier to see than what is missing. */
export function fullData(schema: DataSchema, sample: Data): Data {
  let full = sample;
  for (const [path, field] of fieldsOf(schema, sample)) {
    if (field.properties !== undefined || field.type === 'boolean' || field.enum !== undefined) continue;
    if (valueAt(sample, path) !== undefined) continue;
    if (field.type === 'array') full = lengthened(full, path, field, 1);
    else full = withValue(full, path, placeholder(field));
  }
  return full;
}

/**
 * Data with a value at each of these paths: the known one, or that of the sample, as far as it has one. Then the same with more
 * entries in its lists of objects, up to those of the sample, for the paths do not tell of entries of which nothing was given.
 */
export function* printedSeeds(
  schema: DataSchema,
  sample: Data,
  printed: readonly string[],
  conditions: ReadonlyMap<string, unknown> = new Map(),
): Generator<Data> {
  let data: Data = {};
  for (const path of printed) {
    const field = schemaAt(schema, path);
    const value = conditions.get(path) ?? valueAt(sample, path);
    if (field !== undefined) data = withValue(data, path, value ?? placeholder(field));
  }
  yield data;
  const lists = Object.entries(schema.properties ?? {}).filter(([, { items }]) => items?.properties);
  for (let isLonger = true; isLonger; ) {
    isLonger = false;
    for (const [path, field] of lists)
      if (listAt(data as Data, path).length < listAt(sample, path).length) {
        data = lengthened(data, path, field, 1);
        isLonger = true;
      }
    if (isLonger) yield data;
  }
}

/** Every field of a schema, with the entries of objects that the data have. */
export function fieldsOf(schema: DataSchema, data: unknown): [path: string, schema: DataSchema][] {
  const entriesOf = (path: string, { items }: DataSchema) =>
    items?.properties === undefined
      ? []
      : Array.from(listAt(data as Data, path).keys(), (index) => `[${index}]`);
  return [...schemasBelow(schema, entriesOf)].flatMap(([path, field]) =>
    path.endsWith(']') ? [] : [[path, field]],
  );
}

/** The values of a field on which conditions depend. */
export function conditionsOf(schema: DataSchema): unknown[] {
  if (schema.type === 'boolean') return [true, false, undefined];
  if (schema.enum !== undefined && schema.enum.length <= MAX_CONDITIONS) return [...schema.enum, undefined];
  return [];
}

export function listAt(data: Data, path: string): unknown[] {
  const list = valueAt(data, path);
  return Array.isArray(list) ? list : [];
}

export function lengthened(data: Data, path: string, { items = {} }: DataSchema, more: number): Data {
  const entry = () => (items.properties === undefined ? placeholder(items) : {});
  return withValue(data, path, [...listAt(data as Data, path), ...Array.from({ length: more }, entry)]);
}

/** The list of texts that a path is an entry of, or the path itself. */
export function listOf(path: string): string {
  return path.replace(/\[\d+\]$/, '');
}
