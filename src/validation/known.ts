import type { TSchema } from '@sinclair/typebox';

/**
 * The part of a value that its schema knows: unknown keys fall away at every level, however deep they go, and so do
 * keys with `null`, which counts as absent. What has another type than the schema says stays, for the validator to see.
 */
export function known(schema: TSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item) => known(items, item));
  }
  if (schema.properties === undefined || typeof value !== 'object' || value === null) return value;
  const entries = Object.entries<TSchema>(schema.properties)
    .filter(([name]) => Object.hasOwn(value, name))
    .map(([name, property]) => [name, known(property, value[name as keyof typeof value])] as const)
    .filter(([, content]) => content !== null);
  return Object.fromEntries(entries);
}
