import type { TSchema } from '@sinclair/typebox';
import { schemasBelow } from '../../lib/paths.ts';
import type { DataSchema } from '../../lib/schema.ts';

/** A value of a choice, and the words that the text prints for it. */
export type Choice = readonly [value: string, words: string];

/** What a form needs to know about a field of a template's schema. */
export interface FieldFacts {
  readonly title: string;
  readonly kind: 'text' | 'date' | 'choice';
  /** Choices, in the order of the schema. */
  readonly options?: readonly Choice[];
}

/** Every field of a schema by its path; entries of a list as `[]`: "parties[].rcName". */
export type FieldTable = ReadonlyMap<string, FieldFacts>;

/** @param path as "parties[0].rcName"; a list has at most 2,000 entries (validation/body-limits.ts) */
export function fieldAt(fields: FieldTable, path: string): FieldFacts | undefined {
  return fields.get(path.replace(/\[\d{1,4}\]/g, '[]'));
}

const tables = new WeakMap<TSchema, FieldTable>();

/** The fields of a template's schema, for forms. */
export function fieldTableOf(schema: TSchema): FieldTable {
  let table = tables.get(schema);
  if (table === undefined) {
    table = new Map(schemasBelow(schema).map(factsOf));
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

/** Amounts and numbers of days are text fields, since the blank's label asks for the currency or unit too. */
function factsOf([path, { title, enum: values, choices, format }, owner]: [string, DataSchema, DataSchema]): [
  string,
  FieldFacts,
] {
  // An entry of a list is called as the list is.
  const shared = { title: (path.endsWith('[]') ? owner.title : undefined) ?? title ?? '' };
  if (values !== undefined)
    return [
      path,
      { ...shared, kind: 'choice', options: choices ?? values.map((one) => [String(one), String(one)]) },
    ];
  return [path, { ...shared, kind: format === 'date' ? 'date' : 'text' }];
}
