import type { TSchema } from '@sinclair/typebox';

/** A key of a value that is not in its schema. */
export interface UnknownKey {
  readonly key: string;
  /** The steps to the object that has it. */
  readonly path: readonly string[];
  /** The names that its schema has. */
  readonly names: readonly string[];
}

/** Finds the keys of a value that are not in its schema; nothing below an unknown key is looked at. */
export function* unknownKeys(
  schema: TSchema,
  value: unknown,
  path: readonly string[] = [],
): Generator<UnknownKey, undefined> {
  if (typeof value !== 'object' || value === null) return;
  const { properties, items = {} } = schema;
  if (properties === undefined && !Array.isArray(value)) return;
  for (const [key, content] of Object.entries(value)) {
    const known = Array.isArray(value) ? items : Object.hasOwn(properties, key) && properties[key];
    if (known) yield* unknownKeys(known, content, [...path, key]);
    else yield { key, path, names: Object.keys(properties) };
  }
}
