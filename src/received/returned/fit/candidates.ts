import { type Data, schemaAt, valueAt, withValue } from '../../../lib/paths.ts';
import type { DataSchema } from '../../../lib/schema.ts';
import type { Alignment } from '../align/align.ts';
import type { Unit } from '../text/expected.ts';
import { placeholder } from '../values/values.ts';
import { conditionsOf, fieldsOf, lengthened, listAt } from './fields.ts';
import type { State } from './state.ts';

/**
 * Data that may fit better: with longer lists, other conditions, and fields that are not printed as blanks.
 * @param printed the paths of the values that the document was made with; undefined when that is not known
 */
export function* candidatesOf(
  { data, units, alignment }: State,
  root: DataSchema,
  printed?: readonly string[],
): Generator<(data: Data) => Data> {
  const fields = [...fieldsOf(root, data)];
  for (const [list, more] of longerLists(units, alignment)) {
    const schema = schemaAt(root, list);
    if (schema !== undefined) yield (now) => lengthened(now, list, schema, more);
  }
  for (const [path, schema] of fields)
    for (const value of conditionsOf(schema))
      if (valueAt(data, path) !== value) yield (now) => withValue(now, path, value);
  for (const [path, schema] of fields) {
    if (schema.type !== 'array') continue;
    const { length } = listAt(data, path);
    for (const more of [1, 2, 4, 8, 16])
      if (length + more <= (schema.maxItems ?? 200)) yield (now) => lengthened(now, path, schema, more);
    // The text may end with a blank entry as it is; one of another kind is seen by its condition only.
    for (const [name, field] of Object.entries(schema.items?.properties ?? {}))
      for (const value of conditionsOf(field))
        if (value !== undefined)
          yield (now) => withValue(now, `${path}[${listAt(now, path).length}].${name}`, value);
    if (length > 1) yield (now) => withValue(now, path, listAt(now, path).slice(0, -1));
    if (length > 0) yield (now) => withValue(now, path, undefined);
  }
  // An amount whose currency is a blank: each of both fields prints one where the other is absent.
  for (const [path, schema] of fields)
    if (schema.money)
      yield (now) => {
        const given = withValue(now, path, valueAt(now, path) ?? placeholder(schema));
        return withValue(withValue(given, 'currency', undefined), 'customCurrency', undefined);
      };
  for (const [path, schema] of fields) {
    if (schema.type === 'array' || schema.properties !== undefined || schema.type === 'boolean') continue;
    const isGiven = valueAt(data, path) !== undefined;
    if (printed?.includes(path) === isGiven) continue;
    const value = isGiven ? undefined : placeholder(schema);
    yield (now) => withValue(now, path, value);
  }
}

/** Lists behind whose last entry the file has more paragraphs, with the number of entries that these may be. */
function* longerLists(units: readonly Unit[], { pairs }: Alignment): Generator<[path: string, more: number]> {
  let last: string | undefined;
  let count = 0;
  for (const { unit } of [...pairs, { unit: 0 }]) {
    if (unit === undefined) {
      count += 1;
      continue;
    }
    if (last !== undefined && count > 0) {
      const entry = last;
      const size = units.filter(({ holes }) =>
        holes.some(({ paths }) => paths.some((path) => path.startsWith(entry))),
      ).length;
      yield [entry.slice(0, entry.lastIndexOf('[')), Math.max(1, Math.round(count / Math.max(1, size)))];
    }
    count = 0;
    last = units[unit]?.holes
      .flatMap(({ paths }) => paths.map((path) => /^.*\[\d+\]/.exec(path)?.[0]))
      .find(Boolean);
  }
}
