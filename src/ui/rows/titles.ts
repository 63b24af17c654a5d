import { type Step, schemaBelow, stepsOf } from '../../lib/paths.ts';
import type { DataSchema } from '../../lib/schema.ts';

/** `parties[0].fullName` → `Party 1: Full name`, by the titles of the schema; the path itself when it leads to no field. */
export function titleOf(schema: DataSchema, path: string): string {
  let at: DataSchema | undefined = schema;
  const titles: string[] = [];
  for (const step of stepsOf(path)) {
    const below: DataSchema | undefined = schemaBelow(at, step);
    if (below === undefined) return path;
    if (typeof step === 'number') titles.splice(-1, 1, entryTitle(at, titles.at(-1), step));
    else titles.push(below.title ?? step);
    at = below;
  }
  return titles.join(': ');
}

/** `Party 1`, `Duties, entry 2` */
function entryTitle(list: DataSchema | undefined, title = '', index: Extract<Step, number>): string {
  const { type, title: one = 'Entry' } = list?.items ?? {};
  return type === 'object' ? `${one} ${index + 1}` : `${title}, ${one.toLowerCase()} ${index + 1}`;
}
