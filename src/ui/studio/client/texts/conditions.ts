/** What fields are asked for when others have a value: `dependencies` of a schema (docs/own-templates.md). */
import { type PublishedSchema, rulesBy, rulesOn } from '../../../rows/published-schema.ts';

/** The field that decides, and the value with which the other is asked for. */
export interface When {
  readonly by: string;
  readonly value: unknown;
}

/** The fields that the value of another decides, directly. */
export function conditionedOn(schema: PublishedSchema, by: string): string[] {
  return rulesBy(schema, by).flatMap(({ then }) => then?.required ?? []);
}

/** The values by which a field can be made to depend on others, of which none depends on it. */
export function conditionsFor(schema: PublishedSchema, name: string): When[] {
  const { properties = {} } = schema;
  return Object.entries(properties).flatMap(([by, { type, enum: choices }]) => {
    if (by === name || dependsOn(schema, by, name, [])) return [];
    const values = type === 'boolean' ? [true, false] : type === 'string' ? (choices ?? []) : [];
    return values.map((value) => ({ by, value }));
  });
}

function dependsOn(schema: PublishedSchema, name: string, on: string, seen: readonly string[]): boolean {
  return rulesOn(schema, name).some(
    ({ by }) => by === on || (!seen.includes(by) && dependsOn(schema, by, on, [...seen, by])),
  );
}

/** Makes a field asked for under one condition alone. @param when undefined: always */
export function withWhen(schema: PublishedSchema, name: string, when: When | undefined): PublishedSchema {
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
  const isSame = ({ if: condition }: PublishedSchema) =>
    JSON.stringify(condition?.properties?.[by]?.enum) === JSON.stringify([value]);
  const at = rules.findIndex(isSame);
  const { then, ...rule } = rules[at] ?? { if: { properties: { [by]: { enum: [value] } } } };
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  const asked = { ...rule, then: { ...then, required: [...(then?.required ?? []), name] } };
  return withRules(next, by, at < 0 ? [...rules, asked] : rules.with(at, asked));
}

/** The rule as it is for the other fields, if it is for any. */
function withoutName(rule: PublishedSchema, name: string): PublishedSchema[] {
  const { required = [], properties, ...then } = rule.then ?? {};
  if (!required.includes(name)) return [rule];
  const others = required.filter((one) => one !== name);
  const { [name]: _, ...details } = properties ?? {};
  const next = { ...then, required: others, ...(properties !== undefined && { properties: details }) };
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  return others.length === 0 ? [] : [{ ...rule, then: next }];
}

function withRules(
  { dependencies = {}, ...schema }: PublishedSchema,
  by: string,
  rules: readonly PublishedSchema[],
): PublishedSchema {
  const { [by]: _, ...others } = dependencies;
  const [only = {}, ...more] = rules;
  const next =
    rules.length === 0 ? others : { ...dependencies, [by]: more.length === 0 ? only : { allOf: rules } };
  return Object.keys(next).length === 0 ? schema : { ...schema, dependencies: next };
}
