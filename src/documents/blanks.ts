import type { TSchema } from '@sinclair/typebox';

/**
 * Those of the paths that are fields of a schema. A company's own text may print blanks for what nobody can send.
 * @param paths as "parties[0].rcName"
 */
export function fieldsAmong(schema: TSchema, paths: readonly string[]): string[] {
  return paths.filter((path) => isField(schema, path));
}

function isField(schema: TSchema, path: string): boolean {
  let here: TSchema | undefined = schema;
  for (const [, index, name = ''] of path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    const owner: TSchema = here;
    const isThere = Object.hasOwn(owner.properties ?? {}, name);
    here = index === undefined ? (isThere ? owner.properties[name] : undefined) : owner.items;
    if (here === undefined) return false;
  }
  return true;
}
