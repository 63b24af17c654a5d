import {
  type SchemaOptions,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  Type,
} from '@sinclair/typebox';
import { component, SHARED_VALUES } from './component.ts';
import { COUNTRY_LIST, SUPPORTED_COUNTRIES } from './countries.ts';
import { NONE, UNLIKELY_YEAR, WARNINGS, type WarningRule } from './warnings.ts';

/** The field types of the templates. Each takes what a form needs: title, description, example. */

interface FieldText<Value> {
  readonly title: string;
  /** For callers and for the people who fill in a form. */
  readonly description: string;
  /** Sentences that only callers need. */
  readonly forCallers?: string;
  /** In a form, in the place of the description; "" for none. */
  readonly help?: string;
  readonly example: Value;
  /** Rules that accept a value with a warning. */
  readonly warnings?: readonly WarningRule[];
}

/** @param common rules of every field of the type, which only the description of the whole schema repeats */
function annotations<Value>(
  { title, description, forCallers = '', help = description, example, warnings = [] }: FieldText<Value>,
  common: readonly WarningRule[] = [],
): SchemaOptions & { [WARNINGS]: readonly WarningRule[]; [HELP]: string } {
  return {
    title,
    // One that an author forgot stays missing, and is reported.
    description:
      description &&
      [description, forCallers, ...warnings.map((rule) => rule.description)].filter(Boolean).join(' '),
    [HELP]: help,
    examples: [example],
    [WARNINGS]: [...common, ...warnings],
  };
}

interface TextField extends FieldText<string> {
  /** "None" is a valid answer, as for a target or a charge. */
  readonly noneIsMeant?: true;
}

/** Free text. The format `text` excludes characters that no document can hold, such as control characters. */
export const text = ({ noneIsMeant, ...field }: TextField) =>
  Type.String({ ...annotations(field, noneIsMeant ? [] : [NONE]), format: 'text' });

export const email = (field: FieldText<string>) => Type.String({ ...annotations(field), format: 'email' });

export const list = (field: FieldText<string>) =>
  Type.Array(
    Type.String({
      title: 'Entry',
      description: 'One entry of the list.',
      examples: [field.example],
      format: 'text',
      pattern: NON_BLANK,
      [WARNINGS]: [NONE],
    }),
    { ...annotations(field), examples: [[field.example]] },
  );

export const flag = (field: FieldText<boolean>) => Type.Boolean(annotations(field));

const DECIMALS = 'At most two decimals in NGN, USD, GBP and ZAR, three in another currency.';

/**
 * An amount in the currency of the data; `money` checks its decimals. Beyond the maximum, a JSON number loses
 * precision.
 */
export const amount = ({ forCallers = '', ...field }: FieldText<number>) =>
  Type.Number({
    ...annotations({ ...field, forCallers: `${forCallers} ${DECIMALS}`.trim() }),
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    money: true,
  });

export const percentage = (field: FieldText<number>) =>
  Type.Number({ ...annotations(field), minimum: 0, maximum: 100 });

/** A calendar date, YYYY-MM-DD (spec, "Conventions used in the template schemas"). */
export const date = ({ description, ...field }: FieldText<string>) =>
  Type.String({
    ...annotations({ help: description, ...field, description: description && datesOf(description) }, [
      UNLIKELY_YEAR,
    ]),
    format: 'date',
  });

const datesOf = (description: string) =>
  `YYYY-MM-DD; ${description[0]?.toLowerCase()}${description.slice(1)}`;

interface ChoiceField<Value extends string> extends FieldText<Value> {
  /** The words that the text prints for a value, if they are others; a form offers these. */
  readonly printed?: Readonly<Partial<Record<Value, string>>>;
}

export const oneOf = <const Value extends string>(
  values: readonly Value[],
  { printed, ...field }: ChoiceField<Value>,
) =>
  Type.Unsafe<Value>({
    ...annotations(field),
    type: 'string',
    enum: [...values],
    ...(printed && { choices: values.map((value) => [value, printed[value] ?? value]) }),
  });

const SupportedCountry = component('schemas/SupportedCountry', {
  title: 'Supported country',
  description: 'A name, or another accepted spelling, of the Supported Countries list.',
  type: 'string',
  enum: [...SUPPORTED_COUNTRIES],
});

/** `list` is the name of the enumeration in messages, since it is too long to be repeated. */
export const country = ({ description, ...field }: FieldText<string>) => ({
  ...oneOf(SUPPORTED_COUNTRIES, {
    help: description,
    ...field,
    description: description && `${description.slice(0, -1)}; a value from the Supported Countries list.`,
  }),
  choices: COUNTRY_LIST.map(({ name }) => [name, name]),
  list: 'Supported Countries list',
  [SHARED_VALUES]: SupportedCountry,
});

/**
 * Key under which a field has the heading that it is shown under in a form. As a symbol it is ignored by JSON and Ajv; the
 * published schema has it as `$comment`.
 */
export const SECTION = Symbol.for('docgen: section');

/** Key under which a field has its text for people; published in `$comment` where it is not the description. */
export const HELP = Symbol.for('docgen: help');

/** Puts fields that follow one another under a heading of the form. */
export function section<Fields extends Readonly<Record<string, TSchema>>>(
  title: string,
  fields: Fields,
): Fields {
  const entries = Object.entries(fields).map(([name, field]) => [name, { ...field, [SECTION]: title }]);
  return Object.fromEntries(entries) as Fields;
}

/** At least one character that is not white space: a blank string in a required field counts as absent. */
export const NON_BLANK = '\\S';

interface ObjectRules<Name> {
  readonly required?: readonly Name[];
  readonly conditions?: readonly object[];
}

type OptionalBut<Fields extends TProperties, Required extends keyof Fields> = {
  [Name in keyof Fields]: Name extends Required ? Fields[Name] : TOptional<Fields[Name]>;
};

/** An object with optional fields except the named ones. Other keys are ignored. */
export function object<Fields extends TProperties, Required extends keyof Fields & string = never>(
  fields: Fields,
  { required = [], conditions = [] }: ObjectRules<Required> = {},
  options: SchemaOptions = {},
): TObject<OptionalBut<Fields, Required>> {
  const rules = [...(required.length > 0 ? [present(required)] : []), ...conditions];
  return Type.Object(makeOptional(fields, required), {
    ...options,
    ...(rules.length > 0 && { allOf: rules }),
  });
}

function makeOptional<Fields extends TProperties, Required extends keyof Fields & string>(
  fields: Fields,
  required: readonly Required[],
) {
  const isRequired = (name: string) => required.some((one) => one === name);
  const entries = Object.entries(fields).map(
    ([name, schema]) => [name, isRequired(name) ? schema : Type.Optional(schema)] as const,
  );
  return Object.fromEntries(entries) as OptionalBut<Fields, Required>;
}

/**
 * "Conditional" in the spec's tables: `fields` are required when `field` has one of `values`. The `required` inside
 * the `if` is needed: a condition on an absent field would hold.
 */
export function requiredWhen(field: string, values: readonly unknown[], ...fields: readonly string[]) {
  return {
    if: { required: [field], properties: { [field]: { enum: [...values] } } },
    then: present(fields),
  };
}

/** Each field is present, and not a blank string or an empty list. */
function present(fields: readonly string[]) {
  return {
    required: fields,
    properties: Object.fromEntries(fields.map((field) => [field, { pattern: NON_BLANK, minItems: 1 }])),
  };
}
