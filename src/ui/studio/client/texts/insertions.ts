import type { DataSchema } from '../../../../lib/schema.ts';
import { isMoney, noteOf } from '../../../rows/published-schema.ts';

/** A field of the data that a text can print. */
export interface Insertable {
  /** `parties[].fullName` for the entries of a list. */
  readonly path: string;
  readonly title: string;
  /** The heading of the form that the field is under; the list that it is in; "" for none. */
  readonly group: string;
  readonly schema: DataSchema;
  /** For a field of the entries of a list: the list, and what an entry is called. */
  readonly list?: { readonly name: string; readonly entry: string };
}

/** The fields of a schema in its order, each list before the fields of its entries. */
export function insertablesOf({ properties = {} }: DataSchema): Insertable[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const group = noteOf(schema, 'section') ?? '';
    const title = schema.title ?? name;
    const own: Insertable = { path: name, title, group, schema };
    if (schema.items?.type !== 'object') return [own];
    const list = { name, entry: entryName(name, schema.items) };
    const below = Object.entries(schema.items.properties ?? {}).map(([field, one]) => ({
      ...{ path: `${name}[].${field}`, title: one.title ?? field, group: title, schema: one, list },
    }));
    return [own, ...below];
  });
}

/** The fields whose title, path or group has every word of what is searched for. */
export function searchFields(all: readonly Insertable[], searched: string): Insertable[] {
  const words = searched.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ path, title, group }) => {
    const said = `${path} ${title} ${group}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
}

/**
 * What prints a field, as docs/authoring.md writes it: with the filter of its kind, and as a blank when it is absent.
 * @param before the text before the cursor, whose open loops name the entries of lists
 * @param fields all of the schema
 */
export function insertionOf(field: Insertable, before: string, { properties = {} }: DataSchema): string {
  const { path, schema, list } = field;
  if (schema.type === 'array') return loopOver(path, schema);
  const name = list === undefined ? path : `${entryIn(before, list.name) ?? list.entry}.${lastOf(path)}`;
  if (schema.type === 'boolean')
    return `{% if ${name} === true %}…{% elif ${name} === false %}…{% else %}…{% endif %}`;
  return `{{ ${[name, ...filtersOf(schema, Object.keys(properties)), blankOf(field)].join(' | ')} }}`;
}

function loopOver(name: string, { items = {} }: DataSchema): string {
  const entry = entryName(name, items);
  const [first] = Object.entries(items.properties ?? {}).filter(([, { type }]) => type === 'string');
  const printed = items.type === 'object' ? `${entry}.${first?.[0]}` : entry;
  return `{% for ${entry} in ${name} %}\n<li><p>{{ ${printed} | written }}</p></li>\n{% endfor %}`;
}

/** `parties` with the entries "Party" → `party`; a list of texts, `duties` → `entry` */
function entryName(list: string, { title = 'entry' }: DataSchema): string {
  const name = title.toLowerCase().replaceAll(/\W+/g, '_');
  return name === list || !/^[a-z]/.test(name) ? 'entry' : name;
}

/** What an open loop before the cursor calls the entries of a list; undefined when there is none. */
function entryIn(before: string, list: string): string | undefined {
  const open: (string | undefined)[] = [];
  for (const [, end, entry, over] of before.matchAll(/\{%-?\s*(?:(endfor)|for\s+(\w+)\s+in\s+(\w+))/g)) {
    if (end === undefined) open.push(over === list ? entry : undefined);
    else open.pop();
  }
  return open.findLast((entry) => entry !== undefined);
}

function filtersOf(schema: DataSchema, names: readonly string[]): string[] {
  const { type, format, maximum, enum: choices } = schema;
  if (format === 'date') return ['date'];
  if (type === 'string') return choices === undefined && format !== 'email' ? ['written'] : [];
  if (maximum === 100) return ['percent'];
  if (!isMoney(schema) || !names.includes('currency')) return [];
  return [names.includes('customCurrency') ? 'money(currency, customCurrency)' : 'money(currency)'];
}

/** The filter that prints a blank for an absent value of a field. */
export function blankOf({ title, schema: { format } }: Insertable): string {
  const words = title.charAt(0).toLowerCase() + title.slice(1).replaceAll(/["\\]/g, '');
  return format === 'date' ? 'blank("date", "short")' : `blank("${words}")`;
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
