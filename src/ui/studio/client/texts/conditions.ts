/** What fields are asked for when others have a value: `dependencies` of a schema (docs/own-templates.md). */
import type { DataSchema } from '../../../../lib/schema.ts';
import { rulesBy, rulesOn } from '../../../rows/published-schema.ts';

/** The field that decides, and the value with which the other is asked for. */
export interface When {
  readonly by: string;
  readonly value: unknown;
}

/** The fields that the value of another decides, directly. */
export function conditionedOn(schema: DataSchema, by: string): string[] {
  return rulesBy(schema, by).flatMap(({ then }) => then?.required ?? []);
}

/** The values by which a field can be made to depend on others, of which none depends on it. */
export function conditionsFor(schema: DataSchema, name: string): When[] {
  const { properties = {} } = schema;
  return Object.entries(properties).flatMap(([by, { type, enum: choices }]) => {
    if (by === name || dependsOn(schema, by, name, [])) return [];
    const values = type === 'boolean' ? [true, false] : type === 'string' ? (choices ?? []) : [];
    return values.map((value) => ({ by, value }));
  });
}

function dependsOn(schema: DataSchema, name: string, on: string, seen: readonly string[]): boolean {
  return rulesOn(schema, name).some(
    ({ by }) => by === on || (!seen.includes(by) && dependsOn(schema, by, on, [...seen, by])),
  );
}

/** Makes a field asked for under one condition alone. @param when undefined: always */
export function withWhen(schema: DataSchema, name: string, when: When | undefined): DataSchema {
  let next = schema;
  for (const { by } of rulesOn(schema, name))
    next = withRules(
      next,
      by,
      rulesBy(next, by).flatMap((rule) => withoutName(rule, name)),
    );
  if (when === undefined) return next;
  const { by, value } = when;
  const rules = rulesBy(next, by);
  const isSame = ({ if: condition }: DataSchema) =>
    JSON.stringify(condition?.properties?.[by]?.enum) === JSON.stringify([value]);
  const at = rules.findIndex(isSame);
  const { then, ...rule } = rules[at] ?? { if: { properties: { [by]: { enum: [value] } } } };
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  const asked = { ...rule, then: { ...then, required: [...(then?.required ?? []), name] } };
  return withRules(next, by, at < 0 ? [...rules, asked] : rules.with(at, asked));
}

/** The rule as it is for the other fields, if it is for any. */
function withoutName(rule: DataSchema, name: string): DataSchema[] {
  const { required = [], properties, ...then } = rule.then ?? {};
  if (!required.includes(name)) return [rule];
  const others = required.filter((one) => one !== name);
  const { [name]: _, ...details } = properties ?? {};
  const next = { ...then, required: others, ...(properties !== undefined && { properties: details }) };
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  return others.length === 0 ? [] : [{ ...rule, then: next }];
}

function withRules(
  { dependencies = {}, ...schema }: DataSchema,
  by: string,
  rules: readonly DataSchema[],
): DataSchema {
  const { [by]: _, ...others } = dependencies;
  const [only = {}, ...more] = rules;
  const next =
    rules.length === 0 ? others : { ...dependencies, [by]: more.length === 0 ? only : { allOf: rules } };
  return Object.keys(next).length === 0 ? schema : { ...schema, dependencies: next };
}
