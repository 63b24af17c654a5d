import type { TSchema } from '@sinclair/typebox';
import { pathBelow } from '../../lib/paths.ts';

/**
 * Returns the part of a value that is in its schema. Removes unknown keys at every level, and absent values: `null`,
 * and a blank string where a text belongs. In a list those become `null`, so that the other entries keep their places.
 * A value of the wrong type stays, for the validator to report, and so do unknown keys of an object with
 * `additionalProperties: false`, whatever their value.
 */
export function stripUnknown(schema: TSchema, value: unknown): unknown {
  return knownPart(schema, value, undefined, '');
}

/**
 * The same without what is wrong, too. A wrong entry of a list is `null`, or `{}` in a list of objects, as an absent one is.
 * @param invalid the faults that the schema's validator found in the value
 */
export function usablePart(
  schema: TSchema,
  value: unknown,
  { invalid }: { readonly invalid: readonly { readonly field: string }[] },
): unknown {
  return knownPart(schema, value, new Set(invalid.map(({ field }) => field)), '');
}

/** @param wrong paths of values that count as absent @returns null for an absent value */
function knownPart(
  schema: TSchema,
  value: unknown,
  wrong: ReadonlySet<string> | undefined,
  path: string,
): unknown {
  if (wrong?.has(path)) return null;
  const below = (step: string | number) => (wrong === undefined ? '' : pathBelow(path, step));
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return value;
    const empty = wrong === undefined || items.properties === undefined ? null : {};
    return value.map((item, index) => knownPart(items, item, wrong, below(index)) ?? empty);
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
    if (property === undefined) return wrong?.has(below(name)) ? [] : [[name, content]];
    const known = knownPart(property, content, wrong, below(name));
    return known === null ? [] : [[name, known]];
  });
  return Object.fromEntries(entries);
}
