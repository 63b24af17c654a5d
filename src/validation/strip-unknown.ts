import type { TSchema } from '@sinclair/typebox';

/**
 * The part of a value that its schema knows: unknown keys fall away at every level, however deep they go, and so does
 * what counts as absent: `null`, and a blank string where a text belongs. In a list these become `null`, for entries do
 * not move up. What has another type than the schema says stays, for the validator to see, and so do the unknown keys of
 * an object that must not have any (`additionalProperties: false`).
 */
export function stripUnknown(schema: TSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item) => stripUnknown(items, item));
  }
  if (schema.format === 'text' && typeof value === 'string' && value.trim() === '') return null;
  if (schema.properties === undefined || typeof value !== 'object' || value === null) return value;
  const properties: Readonly<Record<string, TSchema>> = schema.properties;
  const isClosed = schema.additionalProperties === false;
  const names = isClosed
    ? Object.keys(value)
    : Object.keys(properties).filter((name) => Object.hasOwn(value, name));
  const entries = names
    .map((name) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const content: unknown = value[name as keyof typeof value];
      return [name, property === undefined ? content : stripUnknown(property, content)] as const;
    })
    .filter(([, content]) => content !== null);
  return Object.fromEntries(entries);
}
