import type { TSchema } from '@sinclair/typebox';
import { pathBelow } from '../../lib/paths.ts';
import { stripUnknown } from './strip-unknown.ts';
import type { Faults } from './validator.ts';

/**
 * The part of a value that is in its schema and valid. Entries of a list keep their places: one that is left out is
 * `null`, or `{}` in a list of objects.
 * @param invalid the faults that the schema's validator found in the value
 */
export function usablePart(schema: TSchema, value: unknown, { invalid }: Pick<Faults, 'invalid'>): unknown {
  const wrong = new Set(invalid.map(({ field }) => field));
  const take = ({ items, properties = {} }: TSchema, part: unknown, path: string): unknown => {
    if (wrong.has(path)) return undefined;
    if (Array.isArray(part) && items !== undefined) {
      const empty = items.properties === undefined ? null : {};
      return part.map((entry, index) => take(items, entry, pathBelow(path, index)) ?? empty);
    }
    if (typeof part !== 'object' || part === null) return part;
    const fields = Object.entries(part).map(
      ([name, content]) => [name, take(properties[name] ?? {}, content, pathBelow(path, name))] as const,
    );
    return Object.fromEntries(fields.filter(([, content]) => content !== undefined));
  };
  return take(schema, stripUnknown(schema, value), '');
}
