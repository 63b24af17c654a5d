import type { InvalidField } from '../../errors.ts';
import { validationError } from '../../templating/validation/accept.ts';

/** A body whose texts in base64 were decoded while it arrived. */
export interface DecodedBody<Body> {
  /** Validated, with a short text in the place of each file. */
  readonly body: Body;
  /** By field; undefined for what is not base64. */
  readonly files: ReadonlyMap<string, Buffer | undefined>;
}

/**
 * The files of these fields.
 * @throws ServiceError naming each field that is not base64
 */
export function decoded<Name extends string>(
  files: DecodedBody<unknown>['files'],
  names: readonly Name[],
): Record<Name, Buffer> {
  const invalid: InvalidField[] = names
    .filter((name) => files.get(name) === undefined)
    .map((field) => ({ field, message: 'must be base64' }));
  if (invalid.length > 0) throw validationError({ missing: [], invalid });
  return Object.fromEntries(names.map((name) => [name, files.get(name)])) as Record<Name, Buffer>;
}
