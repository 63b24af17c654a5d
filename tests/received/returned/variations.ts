import { valueAt, withValue } from '../../../src/lib/paths.ts';
import type { DataSchema } from '../../../src/lib/schema.ts';
import { fieldsOf, listAt } from '../../../src/received/returned/fit/fields.ts';
import { placeholder } from '../../../src/received/returned/values/values.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { minimalData } from '../../../src/templating/templates/minimal-data.ts';
import type { Data } from '../../service/use-cases/documents.ts';

export interface Variation {
  /** What it leaves out, adds or changes. */
  readonly name: string;
  readonly data: Data;
}

/**
 * Valid data for a text, each different: nothing, the least, the sample; the sample without each field, and the least with
 * each field alone; each value of each condition; and lists with fewer entries, or entries of which nothing is given.
 */
export function variationsOf({ schema: typed, sample, validate }: Template): Variation[] {
  const schema = typed as DataSchema;
  const least = minimalData(typed, sample) as Data;
  const found = new Map<string, Variation>();
  const add = (name: string, data: Data) => {
    const verdict = validate(structuredClone(data));
    if (!verdict.valid) return;
    const key = JSON.stringify(verdict.value);
    if (!found.has(key)) found.set(key, { name, data: verdict.value as Data });
  };
  add('nothing', {});
  add('the least', least);
  add('the sample', sample);
  for (const [path, field] of fieldsOf(schema, sample)) {
    add(`without ${path}`, withValue(sample, path, undefined));
    const value = valueAt(sample, path) ?? (field.properties || field.items ? undefined : placeholder(field));
    add(`with ${path} alone`, withValue(least, path, value));
    if (valueAt(sample, path) === undefined) add(`with ${path}`, withValue(sample, path, value));
    for (const other of field.type === 'boolean' ? [true, false] : (field.enum?.slice(0, 12) ?? [])) {
      add(`${path} is ${other}`, withValue(sample, path, other));
      add(`${path} is ${other} alone`, withValue(least, path, other));
    }
    if (field.items !== undefined)
      for (const [name, list] of listsOf(sample, path, field)) {
        add(`${path}: ${name}`, withValue(sample, path, list));
        add(`${path}: ${name}, alone`, withValue(least, path, list));
      }
  }
  return [...found.values()];
}

function* listsOf(
  sample: Data,
  path: string,
  { items }: DataSchema,
): Generator<[name: string, list: unknown[]]> {
  const entries = listAt(sample, path);
  yield ['one entry', entries.slice(0, 1)];
  yield ['one entry more', [...entries, ...entries.slice(0, 1)]];
  if (items?.properties === undefined) return;
  yield ['an empty entry', [{}]];
  yield ['two empty entries', [{}, {}]];
  yield ['an empty entry more', [...entries, {}]];
  yield ['an empty entry and one', [{}, ...entries.slice(0, 1)]];
  yield ['one entry and an empty one', [...entries.slice(0, 1), {}]];
  const fields = Object.entries((entries[0] ?? {}) as Data);
  for (const [name, value] of fields) {
    yield [`${name} of one`, [{ [name]: value }]];
    yield [`${name} of the first`, [{ [name]: value }, {}]];
    yield [`${name} of the second`, [{}, { [name]: value }]];
  }
}
