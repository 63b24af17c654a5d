import type { PublishedSchema } from './published-schema.ts';
import type { Data } from './row.ts';

/** A step of a path: the name of a field, or the index in a list. */
export type Step = string | number;

/** `parties[0].fullName` → `parties`, 0, `fullName` */
export function stepsOf(path: string): Step[] {
  return Array.from(path.matchAll(/\[(\d{1,4})\]|([^.[\]]+)/g), ([, index, name = '']) =>
    index === undefined ? name : Number(index),
  );
}

/** The schema of an entry, or of a field of an object; undefined for none. */
export function schemaBelow(schema: PublishedSchema | undefined, step: Step): PublishedSchema | undefined {
  if (typeof step === 'number') return schema?.items;
  return schema?.properties && Object.hasOwn(schema.properties, step) ? schema.properties[step] : undefined;
}

/** The schema of a field that a cell can hold; undefined for a path that leads to none. */
export function fieldAt(schema: PublishedSchema, steps: readonly Step[]): PublishedSchema | undefined {
  const field = steps.reduce<PublishedSchema | undefined>(schemaBelow, schema);
  return field?.type === 'object' || field?.type === 'array' ? undefined : field;
}

/** The value at a path; undefined when there is none. */
export function valueAt(data: Data, path: string): unknown {
  return stepsOf(path).reduce<unknown>((at, step) => (Object(at) as Record<Step, unknown>)[step], data);
}
