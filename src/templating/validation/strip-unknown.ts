import type { TSchema } from '@sinclair/typebox';

/**
 * Returns the part of a value that is in its schema. Removes unknown keys at every level, and absent values: `null`,
 * and a blank string where a text belongs. In a list those become `null`, so that the other entries keep their places.
 * A value of the wrong type stays, for the validator to report, and so do unknown keys of an object with
 * `additionalProperties: false`, whatever their value.
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
  const entries = names.flatMap((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const content: unknown = value[name as keyof typeof value];
    if (property === undefined) return [[name, content]];
    const known = stripUnknown(property, content);
    return known === null ? [] : [[name, known]];
  });
  return Object.fromEntries(entries);
}
