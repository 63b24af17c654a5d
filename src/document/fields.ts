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
