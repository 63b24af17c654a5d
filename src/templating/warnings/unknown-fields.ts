import type { TSchema } from '@sinclair/typebox';
import { distance } from 'fastest-levenshtein';
import type { Warning } from '../../../schemas/warning.ts';
import { joinPath, nameable } from '../validation/path.ts';
import { type UnknownKey, unknownKeys } from '../validation/unknown-keys.ts';

/** More than a caller reads, and more than one mistake causes. */
export const MAX_UNKNOWN_FIELDS = 20;

export const NO_EFFECT = 'is not known here and has no effect';

/** Warns of the fields that a caller sends and the schema does not have; at most 20. */
export function findUnknownFields(schema: TSchema, value: unknown): Warning[] {
  return unknownKeys(schema, value).take(MAX_UNKNOWN_FIELDS).map(unknownField).toArray();
}

function unknownField({ key, path, names }: UnknownKey): Warning {
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
