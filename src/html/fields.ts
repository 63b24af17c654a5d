/** What a form says of a field of a template's schema. */
export interface FieldFacts {
  readonly title: string;
  readonly kind: 'text' | 'date' | 'choice';
  /** Of a choice: its values, in the order of the schema. */
  readonly options?: readonly string[];
}

/** Every field of a schema by its path, an entry of a list as `[]`: "parties[].rcName". */
export type FieldTable = ReadonlyMap<string, FieldFacts>;

/** What can be filled in in a file. */
export interface Form {
  /** Of the template's schema. */
  readonly fields: FieldTable;
  /** Whether given values can be changed too. */
  readonly given: boolean;
}

/** @param path as "parties[0].rcName" */
export function fieldAt(fields: FieldTable, path: string): FieldFacts | undefined {
  return fields.get(path.replace(/\[\d+\]/g, '[]'));
}
