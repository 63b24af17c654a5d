import type { TSchema } from '@sinclair/typebox';
import type { Data } from './documents.ts';

export type Path = readonly [string, ...(string | number)[]];
export type Kind = 'text' | 'texts' | 'date' | 'choice' | 'flag' | 'number';

/** A field that holds a value of its own. */
export interface Field {
  readonly path: Path;
  readonly kind: Kind;
  readonly schema: TSchema;
  /** Whatever else the data says. */
  readonly isRequired: boolean;
}

/** The fields of a schema; those of a list's entries (`parties`) for each entry that the data has. */
export function fieldsOf(schema: TSchema, data: Data, path: readonly (string | number)[] = []): Field[] {
  return Object.entries<TSchema>(schema.properties).flatMap(([name, property]) => {
    if (property.type === 'array' && property.items.type === 'object') {
      const entries = data[name] as readonly Data[];
      return entries.flatMap((entry, index) => fieldsOf(property.items, entry, [...path, name, index]));
    }
    const isRequired = schema.required?.includes(name) ?? false;
    return [
      { path: [...path, name] as unknown as Path, kind: kindOf(property), schema: property, isRequired },
    ];
  });
}

function kindOf(schema: TSchema): Kind {
  if (schema.enum !== undefined) return 'choice';
  if (schema.format === 'date') return 'date';
  const kind = KINDS[schema.type];
  if (kind === undefined) throw new Error(`a field of type ${schema.type} is new to these tests`);
  return kind;
}

const KINDS: Readonly<Record<string, Kind>> = {
  string: 'text',
  array: 'texts',
  boolean: 'flag',
  number: 'number',
};

/** `parties[0].rcName` */
export function fieldName(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
}

/** The data with another value at a path; `undefined` takes the field away. */
export function withValue(data: Data, path: readonly (string | number)[], value: unknown): Data {
  const copy = structuredClone(data) as Record<string | number, unknown>;
  const holder = path.slice(0, -1).reduce((object, step) => object[step] as typeof copy, copy);
  const name = path.at(-1) ?? '';
  if (value === undefined) delete holder[name];
  else holder[name] = value;
  return copy;
}
