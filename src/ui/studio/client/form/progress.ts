import { type Data, valueAt } from '../../../../lib/paths.ts';
import type { DataSchema } from '../../../../lib/schema.ts';
import { type Field, fieldsOf, sectionsOf } from './fields.ts';

/** A field without a value, which the document has as a blank, or leaves out. */
interface OpenField {
  readonly path: string;
  /**
   * Whether a document without it is hardly meant: the first field of a section or of a card (who or what it is about), a
   * date, a number.
   */
  readonly isTelling: boolean;
}

export interface Progress {
  readonly of: number;
  readonly open: readonly OpenField[];
}

/** Counts the fields that the form of a schema shows with these values. */
export function progressOf(schema: DataSchema, values: Data): Progress {
  const fields = [...fieldsIn(schema, values)];
  const open = fields
    .filter(({ value }) => isEmpty(value))
    .map(({ path, isTelling }) => ({ path, isTelling }));
  return { of: fields.length, open };
}

interface FilledField extends OpenField {
  readonly value: unknown;
}

function* fieldsIn(schema: DataSchema, values: Data, prefix = ''): Generator<FilledField> {
  for (const { fields } of sectionsOf(fieldsOf(schema, values, prefix)))
    for (const [index, field] of fields.entries())
      yield* entriesOf(field, valueAt(values, field.name), index === 0);
}

function* entriesOf(field: Field, value: unknown, isFirst: boolean): Generator<FilledField> {
  const { items } = field.schema;
  if (field.kind === 'cards' && items !== undefined && Array.isArray(value) && value.length > 0)
    for (const [index, entry] of value.entries())
      yield* fieldsIn(items, Object(entry), `${field.path}[${index}].`);
  else
    yield { path: field.path, isTelling: isFirst || field.kind === 'date' || field.kind === 'number', value };
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
