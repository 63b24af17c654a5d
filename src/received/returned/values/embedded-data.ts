import type { Data } from '../../../lib/paths.ts';
import type { DataSchema } from '../../../lib/schema.ts';

/** The fields of the schema in an embedded data.json. */
export function* embeddedData(json: string | undefined, schema: DataSchema): Generator<Data> {
  if (json === undefined) return;
  try {
    const { data } = JSON.parse(json);
    yield known(data, schema, 0) as Data;
  } catch {
    // A file that embeds something else is read without it.
  }
}

function known(value: unknown, schema: DataSchema, depth: number): unknown {
  if (schema.properties !== undefined) {
    if (typeof value !== 'object' || value === null || depth > 8) return {};
    const fields = Object.entries(schema.properties).filter(([name]) => Object.hasOwn(value, name));
    return Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        known((value as Record<string, unknown>)[name], field, depth + 1),
      ]),
    );
  }
  const { items } = schema;
  if (items !== undefined)
    return Array.isArray(value)
      ? value.slice(0, 2_000).map((entry) => known(entry, items, depth + 1))
      : undefined;
  return typeof value === 'object' ? undefined : value;
}
