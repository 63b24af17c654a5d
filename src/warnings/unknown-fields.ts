import type { TSchema } from '@sinclair/typebox';
import { distance } from 'fastest-levenshtein';
import type { Warning } from '../../schemas/warning.ts';
import { joinPath, nameable } from '../validation/path.ts';

/** More than a caller reads, and more than one mistake causes. */
export const MAX_UNKNOWN_FIELDS = 20;

export const NO_EFFECT = 'is not known here and has no effect';

/**
 * Finds the keys of a value that are not in its schema; nothing below an unknown key is looked at. At most 20.
 * @param path of the value itself
 */
export function findUnknownFields(schema: TSchema, value: unknown, path: readonly string[] = []): Warning[] {
  const found: Warning[] = [];
  const visit = (schema: TSchema, value: unknown, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null || found.length >= MAX_UNKNOWN_FIELDS) return;
    const { properties, items } = schema;
    if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) visit(items ?? {}, entry, [...path, String(index)]);
      return;
    }
    if (properties === undefined) return;
    const names = Object.keys(properties);
    for (const [key, content] of Object.entries(value)) {
      if (Object.hasOwn(properties, key)) visit(properties[key], content, [...path, key]);
      else if (found.length < MAX_UNKNOWN_FIELDS) found.push(unknownField(key, path, names));
    }
  };
  visit(schema, value, path);
  return found;
}

function unknownField(key: string, path: readonly string[], names: readonly string[]): Warning {
  const shown = nameable(key);
  const near = shown === key ? nearestName(key, names) : undefined;
  return {
    code: 'unknown_field',
    field: joinPath([...path, shown]),
    message: `${NO_EFFECT}${near === undefined ? '' : `; did you mean ${near}?`}`,
  };
}

/**
 * The known name that the key most likely stands for: it differs in less than a third of its letters; case is ignored.
 */
export function nearestName(key: string, names: readonly string[]): string | undefined {
  const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const sought = plain(key);
  const ranked = names
    .map((name) => ({ name, letters: distance(sought, plain(name)) }))
    .sort((one, other) => one.letters - other.letters);
  const [best] = ranked;
  return best !== undefined && best.letters <= Math.max(1, Math.floor(sought.length / 3))
    ? best.name
    : undefined;
}
