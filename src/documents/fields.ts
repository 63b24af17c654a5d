import type { TSchema } from '@sinclair/typebox';
import { type FieldFacts, type FieldTable, fieldAt } from '../document/fields.ts';

const tables = new WeakMap<TSchema, FieldTable>();

/** The fields of a template's schema, for forms. */
export function fieldTableOf(schema: TSchema): FieldTable {
  let table = tables.get(schema);
  if (table === undefined) {
    table = new Map(listFields(schema, ''));
    tables.set(schema, table);
  }
  return table;
}

/**
 * Filters the paths that are fields of a schema; a company's own text may print blanks for other names.
 * @param paths as "parties[0].rcName"
 */
export function fieldsAmong(schema: TSchema, paths: readonly string[]): string[] {
  const table = fieldTableOf(schema);
  return paths.filter((path) => fieldAt(table, path) !== undefined);
}

/** @param title of the list that contains these entries */
function* listFields(schema: TSchema, path: string, title?: string): Generator<[string, FieldFacts]> {
  if (path !== '') yield [path, factsOf(schema, title)];
  for (const [name, field] of Object.entries<TSchema>(schema.properties ?? {}))
    yield* listFields(field, path === '' ? name : `${path}.${name}`);
  if (schema.items !== undefined) yield* listFields(schema.items, `${path}[]`, schema.title);
}

/** Amounts and numbers of days are text fields, since the blank's label asks for the currency or unit too. */
function factsOf(schema: TSchema, title: string = schema.title ?? ''): FieldFacts {
  if (schema.enum !== undefined)
    return {
      ...{ title, kind: 'choice' },
      options: schema.choices ?? schema.enum.map((value: string) => [value, value]),
    };
  return { title, kind: schema.format === 'date' ? 'date' : 'text' };
}
