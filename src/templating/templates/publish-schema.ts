import type { TSchema } from '@sinclair/typebox';
import { HELP, NON_BLANK, SECTION } from '../../../schemas/shared/fields.ts';
import { PRINTED_BY_PROGRAMS } from '../../../schemas/shared/printed-by-programs.ts';
import { NONE, UNLIKELY_YEAR } from '../../../schemas/shared/warnings.ts';
import { BODY_LIMITS } from '../validation/body-limits.ts';
import type { Template } from './template.ts';

/** Draft 7: of the drafts with `if` and `then`, the one that most form builders and validators support. */
export const DRAFT = 'http://json-schema.org/draft-07/schema#';

/**
 * Characters that a text cannot have, as a class for every dialect of regular expressions: no lookahead, which RE2 lacks.
 * The service also refuses tag characters, non-characters outside the first plane and lone surrogates, which no keyboard
 * types.
 */
const UNPRINTABLE = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff`;

/** The service's own format `text` as a pattern. */
export const PRINTABLE = `^[^${UNPRINTABLE}]*$`;

/** The same for a text that must not be blank. Its parts exclude each other, so that it is matched in linear time. */
export const FILLED_IN = String.raw`^[^${UNPRINTABLE}\S]*[^${UNPRINTABLE}\s][^${UNPRINTABLE}]*$`;

/** Where a schema has what is required under a condition: the first in draft 7, the second in OpenAPI 3.1. */
type Conditions = 'dependencies' | 'dependentSchemas';

/** Rules that all fields of a type have. */
const COMMON = [NONE.description, UNLIKELY_YEAR.description, PRINTED_BY_PROGRAMS];

/**
 * The published schema of a template's `data`: plain JSON Schema, without the service's own keywords and formats, and
 * with the explicit types that strict validators require.
 * @param id URL of the published schema
 */
export function publishSchema({ title, version, schema }: Template, id: string): Record<string, unknown> {
  return {
    $schema: DRAFT,
    $id: id,
    title,
    description:
      `What goes into version ${version} of the document. ` +
      'What is left out is printed as a blank to fill in by hand. ' +
      `A warning (unlikely_value): ${COMMON.join(' ')}`,
    ...publishFields(schema, 'dependencies'),
  };
}

/**
 * A schema and its subschemas, in JSON Schema's own keywords only. An `allOf` in an object hides its fields from form
 * builders (JSON Forms) and makes client generators join them with `unknown`, so what is required under a condition is
 * published below the field that decides.
 */
export function publishFields(schema: TSchema, conditions: Conditions): Record<string, unknown> {
  const { properties, items, allOf: rules = [], ...rest } = publishKeywords(schema);
  const always: TSchema | undefined = rules.find((rule: TSchema) => 'properties' in rule);
  const conditional: readonly TSchema[] = rules.filter((rule: TSchema) => 'if' in rule);
  const publishField = (field: TSchema, name: string) =>
    publishFields({ ...field, ...filled(field, always?.properties[name]) }, conditions);
  const notes = conditions === 'dependencies' ? notesOf(schema) : [];
  return {
    ...rest,
    // The one keyword for notes to programs that every validator of draft 7 takes.
    ...(notes.length > 0 && { $comment: notes.join('\n') }),
    ...(properties !== undefined && { properties: mapValues(properties, publishField) }),
    ...(items !== undefined && {
      items: publishFields(items, conditions),
      maxItems: rest.maxItems ?? BODY_LIMITS.entries,
    }),
    ...(conditional.length > 0 && { [conditions]: publishConditions(conditional, properties, conditions) }),
  };
}

/** The note of an amount, whose decimals are those of the data's currency. */
export const MONEY_NOTE = 'money: true';

/** What a form shows with a field, and what our own word says, a line for each note. */
function notesOf(schema: TSchema): string[] {
  const heading: unknown = Reflect.get(schema, SECTION);
  const help: unknown = Reflect.get(schema, HELP);
  return [
    ...(heading === undefined ? [] : [`section: ${heading}`]),
    ...(help === undefined || help === schema.description ? [] : [`help: ${help}`]),
    ...(schema.money === true ? [MONEY_NOTE] : []),
  ];
}

/** One schema without the service's own keywords and formats; its subschemas are not touched. */
export function publishKeywords({
  list: _list,
  money: _money,
  choices: _choices,
  format,
  ...rest
}: TSchema): TSchema {
  if (format === 'text')
    return {
      ...rest,
      pattern: rest.pattern === NON_BLANK ? FILLED_IN : PRINTABLE,
      maxLength: rest.maxLength ?? BODY_LIMITS.characters,
    };
  if (format === undefined || format === 'moment') return rest;
  // The description names what is narrower: its years.
  return { ...rest, format: format === 'instant' ? 'date-time' : format };
}

type Properties = Readonly<Record<string, TSchema>>;

/** The rules by the field that they depend on. */
function publishConditions(
  rules: readonly TSchema[],
  fields: Properties,
  conditions: Conditions,
): Record<string, unknown> {
  const byField = Map.groupBy(rules, ({ if: condition }): string => condition.required[0]);
  return Object.fromEntries(
    [...byField].map(([field, rules]) => {
      const published = rules.map((rule) => publishCondition(rule, fields, conditions));
      return [field, published.length === 1 ? published[0] : { allOf: published }];
    }),
  );
}

/** The fields that are required under a condition. */
function publishCondition(
  { if: condition, then: { required, properties } }: TSchema,
  fields: Properties,
  conditions: Conditions,
) {
  const publishRequired = (rule: TSchema, name: string) => ({
    type: fields[name]?.type,
    ...filled(fields[name], rule),
    ...(fields[name]?.type === 'array' && { items: {} }),
  });
  return {
    if: { properties: condition.properties },
    then: {
      required,
      properties: mapValues(properties, publishRequired),
      // Some validators of OpenAPI refuse by default the fields that a rule does not name.
      ...(conditions === 'dependentSchemas' && { unevaluatedProperties: true }),
    },
  };
}

/** For a text, "filled in" means a pattern; for a list, a minimum length. No choice is blank. */
function filled(field: TSchema | undefined, { pattern, minItems }: TSchema = {} as TSchema): object {
  if (field?.type === 'string') return pattern === undefined || field.enum !== undefined ? {} : { pattern };
  if (field?.type !== 'array' || minItems === undefined) return {};
  return { minItems: Math.max(minItems, field.minItems ?? 0) };
}

function mapValues(
  values: Properties,
  map: (value: TSchema, name: string) => Record<string, unknown>,
): Record<string, Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}
