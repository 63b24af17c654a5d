import type { TObject, TSchema } from '@sinclair/typebox';
import type { Data } from './documents.ts';

interface Condition {
  readonly field: string;
  readonly values: readonly unknown[];
  readonly required: readonly string[];
}

/** The conditions under which fields are required, from the `if` and `then` of a schema. */
function conditionsOf(schema: TSchema): Condition[] {
  return (schema.allOf ?? []).flatMap((rule: TSchema) => {
    if (rule.if === undefined) return [];
    const [field] = rule.if.required as [string];
    return [{ field, values: rule.if.properties[field].enum, required: rule.then.required }];
  });
}

/** The data with all fields that the schema requires for it: from `others`, or else with the simplest valid value. */
export function withRequired(schema: TSchema, data: Data, others: Data = {}): Data {
  const required = [
    ...(schema.required ?? []),
    ...conditionsOf(schema)
      .filter(({ field, values }) => values.includes(data[field]))
      .flatMap((condition) => condition.required),
  ].filter((field: string) => data[field] === undefined);
  if (required.length === 0) return data;
  const added = required.map((field) => [field, others[field] ?? plainest(schema.properties[field])]);
  return withRequired(schema, { ...data, ...Object.fromEntries(added) }, others);
}

function plainest(schema: TSchema): unknown {
  if (schema.type === 'object') return withRequired(schema, {});
  if (schema.type !== 'array') return schema.enum?.[0] ?? schema.examples[0];
  return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
    schema.items.type === 'string' ? schema.examples[0][0] : plainest(schema.items),
  );
}

/** The data, changed so that the named field is required. */
export function makeRequired(schema: TObject, data: Data, name: string): Data {
  const condition = conditionsOf(schema).find(({ required }) => required.includes(name));
  if (condition === undefined || condition.values.includes(data[condition.field])) return data;
  return makeRequired(schema, { ...data, [condition.field]: condition.values[0] }, condition.field);
}

/** The data, changed so that the named field is optional. */
export function makeOptional(schema: TObject, data: Data, name: string): Data {
  const callers = conditionsOf(schema)
    .filter(({ field, values, required }) => required.includes(name) && values.includes(data[field]))
    .map(({ field }) => field);
  return callers.reduce((rest, caller) => {
    const { [caller]: _, ...others } = makeOptional(schema, rest, caller);
    return others;
  }, data);
}
