import type { Data } from '../../../../lib/paths.ts';
import type { DataSchema } from '../../../../lib/schema.ts';
import { type Field, fieldsOf, sectionsOf } from './fields.ts';

/** The names of a person: the section, or the card, that has them is about the person. */
const NAMES: readonly string[] = ['firstName', 'lastName', 'fullName'];
/** What a party is in the document, whoever it is. */
const ROLE: readonly string[] = ['definition', 'isCompany'];

/**
 * The values with which a document like this one begins for another person: the own side and the terms stay; the person, the
 * parties after the first, and the dates are empty.
 */
export function anotherLike(schema: DataSchema, values: Data): Data {
  const kept = sectionsOf(fieldsOf(schema, values))
    .filter(({ fields }) => !fields.some(isName))
    .flatMap(({ fields }) => fields)
    .flatMap((field) => {
      const value = whatStays(field, values[field.name]);
      return value === undefined ? [] : [[field.name, value] as const];
    });
  return Object.fromEntries(kept);
}

function whatStays({ kind, schema: { items } }: Field, value: unknown): unknown {
  if (kind === 'date') return undefined;
  if (kind !== 'cards' || items === undefined || !Array.isArray(value)) return value;
  const isOfPeople = fieldsOf(items, {}).some(isName);
  return value.map((entry, index) => {
    const fields = Object.entries(Object(entry) as Data).filter(
      ([name]) =>
        items.properties?.[name]?.format !== 'date' && (!isOfPeople || index === 0 || ROLE.includes(name)),
    );
    return Object.fromEntries(fields);
  });
}

function isName({ name }: Field): boolean {
  return NAMES.includes(name);
}
