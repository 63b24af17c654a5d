import type { Data } from '../../../../lib/paths.ts';
import type { DataSchema } from '../../../../lib/schema.ts';
import { noteOf, rulesOn } from '../../../rows/published-schema.ts';

export type Kind =
  | 'text'
  | 'long text'
  | 'email'
  | 'date'
  | 'number'
  | 'choice'
  | 'long choice'
  | 'flag'
  | 'texts'
  | 'cards';

export interface Field {
  readonly path: string;
  readonly name: string;
  readonly kind: Kind;
  readonly schema: DataSchema;
  readonly title: string;
  /** Help for a person; "" for none. */
  readonly help: string;
  /** A value like "Baobab Analytics Limited"; "" for none. */
  readonly example: string;
  readonly isRequired: boolean;
  /** Other fields are asked for by its value. */
  readonly decides: boolean;
  /** It is asked for by the value of another. */
  readonly depends: boolean;
}

export interface Section {
  /** "" for fields without a heading of their own. */
  readonly title: string;
  readonly fields: readonly Field[];
}

/** A list with more choices is searched, not read. */
const MOST_CHOICES = 12;

/** A longer example is of a text that needs more than a line. */
const LINE_CHARACTERS = 36;

/** The fields of an object that apply to its values, in the order of the schema. */
export function fieldsOf(schema: DataSchema, values: Data, prefix = ''): Field[] {
  const { properties = {} } = schema;
  return Object.entries(properties)
    .filter(([name]) => applies(schema, name, values))
    .map(([name, field]) => ({
      path: prefix + name,
      name,
      kind: kindOf(field),
      schema: field,
      title: field.title ?? name,
      help: noteOf(field, 'help') ?? field.description ?? '',
      example: exampleOf(field),
      isRequired: schema.required?.includes(name) === true || rulesOn(schema, name).length > 0,
      decides: schema.dependencies?.[name] !== undefined,
      depends: rulesOn(schema, name).length > 0,
    }));
}

/** The fields under the headings that the schema gives them, as in the document. */
export function sectionsOf(fields: readonly Field[]): Section[] {
  const sections: { title: string; fields: Field[] }[] = [];
  for (const field of fields) {
    const title = noteOf(field.schema, 'section') ?? '';
    const last = sections.at(-1);
    if (last?.title === title) last.fields.push(field);
    else sections.push({ title, fields: [field] });
  }
  return sections;
}

/** @param above the fields that this one decides: conditions in a circle, as a company may publish them, end there */
function applies(schema: DataSchema, name: string, values: Data, above: readonly string[] = []): boolean {
  const rules = rulesOn(schema, name);
  const isAsked = (by: string) => above.includes(by) || applies(schema, by, values, [...above, name]);
  return (
    rules.length === 0 || rules.some(({ by, values: wanted }) => wanted.includes(values[by]) && isAsked(by))
  );
}

function kindOf({ type, enum: choices, format, items, examples = [] }: DataSchema): Kind {
  if (type === 'array') return items?.type === 'object' ? 'cards' : 'texts';
  if (type === 'boolean') return 'flag';
  if (type === 'number' || type === 'integer') return 'number';
  if (choices !== undefined) return choices.length > MOST_CHOICES ? 'long choice' : 'choice';
  if (format === 'date' || format === 'email') return format;
  return String(examples[0] ?? '').length > LINE_CHARACTERS ? 'long text' : 'text';
}

function exampleOf({ examples = [], items }: DataSchema): string {
  const [example] = items?.examples ?? examples;
  return typeof example === 'string' ? example : '';
}

/**
 * The values as they are sent: without what is blank, and without fields whose condition does not hold. The entries of
 * lists keep their places, so that faults name the entries of the form; only blank ones at the end are left out.
 */
export function dataToSend(schema: DataSchema, values: Data): Data {
  const known = new Set(fieldsOf(schema, values).map(({ name }) => name));
  const fields = new Map(Object.entries(schema.properties ?? {}));
  const sent = Object.entries(values).flatMap(([name, value]) => {
    const field = fields.get(name);
    // A key that no field has stays, so that `validate` can name it.
    if (field !== undefined && !known.has(name)) return [];
    const cleaned = field === undefined ? value : clean(field, value);
    return cleaned === undefined ? [] : [[name, cleaned]];
  });
  return Object.fromEntries(sent);
}

function clean({ type, items }: DataSchema, value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (type !== 'array' || !Array.isArray(value)) return value;
  if (items?.type === 'object')
    return value.length === 0 ? undefined : value.map((entry) => dataToSend(items, Object(entry) as Data));
  const last = value.findLastIndex((entry) => String(entry).trim() !== '');
  return last < 0 ? undefined : value.slice(0, last + 1);
}

/** The values that a form begins with: the cards that its document needs at least. */
export function freshData({ required = [], properties = {} }: DataSchema): Data {
  const lists = required.filter((name) => properties[name]?.items?.type === 'object');
  return Object.fromEntries(
    lists.map((name) => [name, Array.from({ length: properties[name]?.minItems ?? 1 }, () => ({}))]),
  );
}

/** The titles of the fields that have a value and are not sent, because their condition does not hold. */
export function setAside(schema: DataSchema, values: Data): string[] {
  const known = new Set(fieldsOf(schema, values).map(({ name }) => name));
  return Object.entries(values)
    .filter(([name, value]) => schema.properties?.[name] !== undefined && !known.has(name) && value !== '')
    .map(([name]) => schema.properties?.[name]?.title ?? name);
}
