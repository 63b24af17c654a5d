/** What a form needs to know about a field of a template's schema. */
export interface FieldFacts {
  readonly title: string;
  readonly kind: 'text' | 'date' | 'choice';
  /** Choices: the values, in the order of the schema. */
  readonly options?: readonly string[];
}

/** Every field of a schema by its path; entries of a list as `[]`: "parties[].rcName". */
export type FieldTable = ReadonlyMap<string, FieldFacts>;

/** Which parts of a file can be filled in. */
export interface Form {
  /** Fields of the template's schema. */
  readonly fields: FieldTable;
  /** Whether given values can be edited too. */
  readonly given: boolean;
}

/** @param path as "parties[0].rcName"; a list has at most 2,000 entries (validation/body-limits.ts) */
export function fieldAt(fields: FieldTable, path: string): FieldFacts | undefined {
  return fields.get(path.replace(/\[\d{1,4}\]/g, '[]'));
}
