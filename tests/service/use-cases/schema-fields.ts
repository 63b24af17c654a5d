import type { TSchema } from '@sinclair/typebox';
import type { Data } from './documents.ts';

export type Path = readonly [string, ...(string | number)[]];
export type Kind = 'text' | 'email' | 'texts' | 'date' | 'choice' | 'flag' | 'number';

/** A field with a value, as opposed to an object or a list of objects. */
export interface Field {
  readonly path: Path;
  readonly kind: Kind;
  readonly schema: TSchema;
  /** Whether it is required in any case, not only by a condition. */
  readonly isRequired: boolean;
}

/** The fields of a schema; the fields of list entries (`parties`) once per entry in the data. */
export function fieldsOf(schema: TSchema, data: Data, path: readonly (string | number)[] = []): Field[] {
  return Object.entries<TSchema>(schema.properties).flatMap(([name, property]) => {
    const here = [...path, name] as unknown as Path;
    if (property.type === 'object') return fieldsOf(property, (data[name] ?? {}) as Data, here);
    if (property.type === 'array' && property.items.type === 'object') {
      const entries = (data[name] ?? []) as readonly Data[];
      return entries.flatMap((entry, index) => fieldsOf(property.items, entry, [...here, index]));
    }
    const isRequired = schema.required?.includes(name) ?? false;
    return [{ path: here, kind: kindOf(property), schema: property, isRequired }];
  });
}

function kindOf(schema: TSchema): Kind {
  if (schema.enum !== undefined) return 'choice';
  if (schema.format === 'date' || schema.format === 'email') return schema.format;
  const kind = KINDS[schema.type];
  if (kind === undefined || schema.items?.enum !== undefined) {
    throw new Error(`a field of type ${schema.type}, with such items, is new to these tests`);
  }
  return kind;
}

const KINDS: Readonly<Record<string, Kind>> = {
  string: 'text',
  array: 'texts',
  boolean: 'flag',
  number: 'number',
  integer: 'number',
};

/** `parties[0].rcName` */
export function fieldName(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
}

export function valueAt(data: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((value, step) => (value as Holder)[step], data);
}

/** The data with another value at a path; `undefined` removes the field. */
export function withValue(data: Data, path: readonly (string | number)[], value: unknown): Data {
  const copy = structuredClone(data) as Holder;
  let holder = copy;
  for (const step of path.slice(0, -1)) {
    holder[step] ??= {};
    holder = holder[step] as Holder;
  }
  const name = path.at(-1) ?? '';
  if (value === undefined) delete holder[name];
  else holder[name] = value;
  return copy;
}

type Holder = Record<string | number, unknown>;
