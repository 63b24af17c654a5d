import type { TSchema } from '@sinclair/typebox';
import { NONE, UNLIKELY_YEAR } from '../../schemas/shared/warnings.ts';
import type { Template } from './catalogue.ts';

/** Draft 7: of the drafts with `if` and `then`, the one that most form builders and validators support. */
const DRAFT = 'http://json-schema.org/draft-07/schema#';

/**
 * The service's own format `text` as a pattern, as far as every regular expression dialect can express it: no control
 * characters but tab and line breaks, no bidirectional overrides, no non-characters. The service also refuses tag
 * characters and lone surrogates, which no keyboard types.
 */
const PRINTABLE = String.raw`^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]*$`;

/** Rules that all fields of a type have. */
const COMMON = [NONE, UNLIKELY_YEAR];

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
      `A warning (unlikely_value): ${COMMON.map(({ description }) => description).join(' ')}`,
    ...publishFields(schema),
  };
}

/** A schema and its subschemas, in JSON Schema's own keywords only. */
export function publishFields(schema: TSchema): Record<string, unknown> {
  const { properties, items, allOf: rules = [], ...rest } = publishKeywords(schema);
  const always: TSchema | undefined = rules.find((rule: TSchema) => 'properties' in rule);
  const publishField = (field: TSchema, name: string) =>
    publishFields({ ...field, ...filled(field, always?.properties[name]) });
  const others = rules.filter((rule: TSchema) => rule !== always);
  return {
    ...rest,
    ...(properties !== undefined && { properties: mapValues(properties, publishField) }),
    ...(items !== undefined && { items: publishFields(items) }),
    ...(others.length > 0 && {
      allOf: others.map((rule: TSchema) => ('if' in rule ? publishCondition(rule, properties) : rule)),
    }),
  };
}

/** One schema without the service's own keywords and formats; its subschemas are not touched. */
export function publishKeywords({ list: _list, money: _money, format, ...rest }: TSchema): TSchema {
  if (format === 'text')
    return rest.pattern === undefined
      ? { ...rest, pattern: PRINTABLE }
      : { ...rest, allOf: [{ pattern: PRINTABLE }] };
  return format === undefined || format === 'moment' ? rest : { ...rest, format };
}

type Properties = Readonly<Record<string, TSchema>>;

/** The fields that are required under a condition. */
function publishCondition({ if: condition, then: { required, properties } }: TSchema, fields: Properties) {
  const publishRequired = (rule: TSchema, name: string) => ({
    type: fields[name]?.type,
    ...filled(fields[name], rule),
    ...(fields[name]?.type === 'array' && { items: {} }),
  });
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  return { if: condition, then: { required, properties: mapValues(properties, publishRequired) } };
}

/** For a text, "filled in" means a pattern; for a list, a minimum length. */
function filled(field: TSchema | undefined, { pattern, minItems }: TSchema = {} as TSchema): object {
  if (field?.type === 'string') return pattern === undefined ? {} : { pattern };
  return field?.type === 'array' && minItems !== undefined ? { minItems } : {};
}

function mapValues(
  values: Properties,
  map: (value: TSchema, name: string) => Record<string, unknown>,
): Record<string, Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}
