import type { TSchema } from '@sinclair/typebox';
import type { Warning } from '../../../schemas/warning.ts';
import { suggestion } from '../../lib/nearest.ts';
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
  return {
    code: 'unknown_field',
    field: joinPath([...path, shown]),
    message: NO_EFFECT + (shown === key ? suggestion(key, names) : ''),
  };
}
