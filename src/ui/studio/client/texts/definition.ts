/** The fields of a template of the company's own as a form shows them. What it does not show stays in the schema as it is. */
import { type Data, isFields, withValue } from '../../../../lib/paths.ts';
import type { DataSchema } from '../../../../lib/schema.ts';
import { isMoney, rulesOn } from '../../../rows/published-schema.ts';
import { conditionedOn, type When, withWhen } from './conditions.ts';
import { fieldName } from './field-name.ts';

export interface Definition {
  readonly title: string;
  readonly kind: string;
  readonly schema: DataSchema;
  readonly sample: Data;
}

/** What kinds of fields there are: their words for people, their words in a schema, a value. */
const KINDS = {
  text: ['Text', { type: 'string' }, ''],
  date: ['Date', { type: 'string', format: 'date' }, '2027-01-31'],
  email: ['Email address', { type: 'string', format: 'email' }, 'name@example.com'],
  number: ['Number', { type: 'number' }, 1],
  integer: ['Whole number', { type: 'integer' }, 1],
  money: ['Amount of money', { type: 'number', money: true }, 1_000],
  flag: ['Yes or no', { type: 'boolean' }, true],
  choice: ['One of several', { type: 'string' }, ''],
  texts: ['List of texts', { type: 'array', items: { type: 'string' } }, []],
} as const satisfies Record<string, readonly [words: string, schema: DataSchema, value: unknown]>;

export type Kind = keyof typeof KINDS;

export const KIND_WORDS = Object.entries(KINDS).map(([kind, [words]]) => [kind as Kind, words] as const);

export interface Facts {
  readonly title: string;
  /** undefined: one that only the JSON can say. */
  readonly kind: Kind | undefined;
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  /** "several": what only the JSON can say. */
  readonly when: When | 'several' | undefined;
  /** Its value in the sample; "" for none, or for one that is no line of text. */
  readonly example: string;
}

/** @returns undefined when the JSON is of something else, which the checker says */
export function readDefinition(json: string): Definition | undefined {
  try {
    const read = JSON.parse(json);
    const { schema, sample } = Object(read);
    return [schema?.properties, sample].every(isFields) && Object.values(schema.properties).every(isFields)
      ? read
      : undefined;
  } catch {
    return undefined;
  }
}

export function kindOf(field: DataSchema): Kind | undefined {
  const { type, enum: choices, format, items } = field;
  if ('const' in field) return undefined;
  if (choices !== undefined) return type === 'string' ? 'choice' : undefined;
  if (type === 'string') return format === 'date' || format === 'email' ? format : 'text';
  if (type === 'number') return isMoney(field) ? 'money' : 'number';
  if (type === 'integer') return type;
  if (type === 'boolean') return 'flag';
  return items?.type === 'string' && kindOf(items) === 'text' ? 'texts' : undefined;
}

export function factsOf({ schema, sample }: Definition, name: string): Facts {
  const field = schema.properties?.[name] ?? {};
  const [rule, ...others] = rulesOn(schema, name);
  const [value, ...more] = rule?.values ?? [];
  const isOne = others.length + more.length === 0 && value !== undefined;
  const example = sample[name];
  return {
    title: field.title ?? name,
    kind: kindOf(field),
    choices: (field.enum ?? []).map(String),
    isRequired: schema.required?.includes(name) === true,
    when: rule === undefined ? undefined : isOne ? { by: rule.by, value } : 'several',
    example: typeof example === 'string' || typeof example === 'number' ? String(example) : '',
  };
}

/** Adds a field at the end, with a value in the sample. */
export function withNew(definition: Definition, facts: Facts): readonly [Definition, name: string] {
  const { properties = {} } = definition.schema;
  const name = fieldName(facts.title, Object.keys(properties));
  const schema = { ...definition.schema, properties: { ...properties, [name]: { title: facts.title } } };
  return [withFacts({ ...definition, schema }, name, facts), name];
}

/** Changes what differs of a field, and nothing else. */
export function withFacts(definition: Definition, name: string, facts: Facts): Definition {
  const { title, kind, choices, isRequired, when, example } = facts;
  const before = factsOf(definition, name);
  let { schema, sample } = definition;
  let field = schema.properties?.[name] ?? {};
  if (title !== before.title) field = { ...field, title };
  const isOther = kind !== undefined && kind !== before.kind;
  if (isOther) field = { ...notesOf(field), ...KINDS[kind][1] };
  if (kind === 'choice' && (isOther || choices.join('\n') !== before.choices.join('\n'))) {
    const { examples: _, ...rest } = field;
    field = { ...rest, enum: choices };
  }
  schema = { ...schema, properties: { ...schema.properties, [name]: field } };
  if (isRequired !== before.isRequired) schema = withRequired(schema, name, isRequired);
  if (when !== 'several' && JSON.stringify(when) !== JSON.stringify(before.when))
    schema = withWhen(schema, name, when);
  if (example !== before.example) sample = withValue(sample, name, exampleValue(kind, example));
  else if (isOther) sample = withValue(sample, name, KINDS[kind][2] || title);
  if (kind === 'choice' && !choices.includes(String(sample[name])))
    sample = withValue(sample, name, choices[0]);
  if (kind === 'texts' && isOther) sample = withValue(sample, name, [example || title]);
  const next = { ...definition, schema, sample };
  return kind === 'money' ? withCurrency(next) : next;
}

/** Without a field, and what is asked for with it. */
export function without(definition: Definition, name: string): Definition {
  let { schema } = definition;
  for (const one of conditionedOn(schema, name)) schema = withWhen(schema, one, undefined);
  schema = withWhen(withRequired(schema, name, false), name, undefined);
  const { [name]: _, ...properties } = schema.properties ?? {};
  return {
    ...definition,
    schema: { ...schema, properties },
    sample: withValue(definition.sample, name, undefined),
  };
}

/** Moves a field before the one that is above it in the form. */
export function movedUp(definition: Definition, name: string): Definition {
  const all = Object.entries(definition.schema.properties ?? {});
  const at = all.findIndex(([one]) => one === name);
  if (at < 1) return definition;
  const moved = all.toSpliced(at, 1).toSpliced(at - 1, 0, ...all.slice(at, at + 1));
  return { ...definition, schema: { ...definition.schema, properties: Object.fromEntries(moved) } };
}

/** What people read of a field of any kind. */
function notesOf({ title, description, $comment }: DataSchema): DataSchema {
  const lines = $comment?.split('\n').filter((line) => line !== 'money: true') ?? [];
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(lines.length > 0 && { $comment: lines.join('\n') }),
  };
}

function withRequired(schema: DataSchema, name: string, isRequired: boolean): DataSchema {
  const { required = [], ...rest } = schema;
  if (required.includes(name) === isRequired) return schema;
  const next = isRequired ? [...required, name] : required.filter((one) => one !== name);
  return next.length === 0 ? rest : { ...schema, required: next };
}

function exampleValue(kind: Kind | undefined, example: string): unknown {
  if (example.trim() === '') return undefined;
  const isNumber = kind === 'number' || kind === 'integer' || kind === 'money';
  return isNumber && Number.isFinite(Number(example)) ? Number(example) : example;
}

const CURRENCY = { type: 'string', title: 'Currency', enum: ['NGN', 'USD', 'EUR', 'GBP'] };

/** An amount has the decimals of the currency in the field of this name. */
function withCurrency(definition: Definition): Definition {
  const { schema, sample } = definition;
  if (schema.properties?.currency !== undefined) return definition;
  const properties = { ...schema.properties, currency: CURRENCY };
  return { ...definition, schema: { ...schema, properties }, sample: { ...sample, currency: 'NGN' } };
}
