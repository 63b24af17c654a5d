import { isBareNumber } from './bare-number.ts';

/** A rule for values that are valid but most likely wrong. Rules are written beside their field. */
export interface WarningRule {
  readonly code: 'missing_unit' | 'contradiction' | 'unlikely_value' | 'unsuitable_law' | 'below_minimum';
  /** A sentence for the published description: when the warning is given. */
  readonly description: string;
  /** The warning for the caller; never quotes the value. */
  readonly message: string;
  /**
   * Whether the rule is a condition: when it applies, the field is left out of the document, unless its text prints it
   * anyway.
   */
  readonly isCondition?: true;
  /** Whether the warning is given. `value` is valid and not absent. */
  holds(value: unknown, around: Surroundings): boolean;
}

type Fields = Readonly<Record<string, unknown>>;

export interface Surroundings {
  /** All of the document's data. */
  readonly data: Fields;
  /** For a field of a list's entry: the entries before that one. */
  readonly before: readonly Fields[];
}

/** Key under which a schema keeps its rules. As a symbol it is ignored by JSON, Ajv and structured clones. */
export const WARNINGS = Symbol.for('docgen: warnings');

/** @param schema of a field */
export function rulesOf(schema: object): readonly WarningRule[] {
  const rules: unknown = Reflect.get(schema, WARNINGS);
  return Array.isArray(rules) ? rules : [];
}

/** The field depends on a boolean, and is sent although that is false. A value of `false` depends on nothing. */
export function onlyIf(flag: string): WarningRule {
  return {
    code: 'contradiction',
    description: `Contradicts ${flag} if that is false.`,
    message: `is sent although ${flag} is false; leave it out, or make ${flag} true`,
    isCondition: true,
    holds: (value, { data }) => value !== false && data[flag] === false,
  };
}

/** The field depends on some values of an enumeration, and is sent with another one. */
export function onlyWith(field: string, values: readonly string[]): WarningRule {
  return {
    code: 'contradiction',
    description: `Contradicts another ${field} than ${values.join(' or ')}.`,
    message: `is sent although ${field} is not ${values.join(' or ')}; leave it out, or correct ${field}`,
    isCondition: true,
    holds: (_value, { data }) => data[field] !== undefined && !values.some((value) => value === data[field]),
  };
}

/** The field and another one contradict each other. */
export function contradicts(description: string, message: string, holds: WarningRule['holds']): WarningRule {
  return { code: 'contradiction', description, message, holds };
}

/** The date is earlier than another date of the document. */
export function notBefore(field: string): WarningRule {
  return contradicts(
    `Contradicts a later ${field}.`,
    `is before ${field}; correct one of the two`,
    (value, { data }) => typeof value === 'string' && typeof data[field] === 'string' && value < data[field],
  );
}

const SMALL_NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const LENGTH = /^(?<count>\d{1,5}|[a-z]{3,6})(?: \(\w{1,6}\))? (?<unit>day|week|month|year)s?$/;
const UNIT_DAYS = new Map([
  ['day', 1],
  ['week', 7],
  ['month', 365 / 12],
  ['year', 365],
]);

/** "3 months" or "three (3) months" in days; undefined for other texts. */
export function daysOf(value: unknown): number | undefined {
  const { count = '', unit = '' } =
    typeof value === 'string' ? (LENGTH.exec(value.trim().toLowerCase())?.groups ?? {}) : {};
  const number = SMALL_NUMBERS.indexOf(count) + 1 || Number(count);
  const days = number * (UNIT_DAYS.get(unit) ?? Number.NaN);
  return Number.isNaN(days) ? undefined : days;
}

/** The length of time is longer than another one of the document. */
export function notLonger(field: string): WarningRule {
  return contradicts(
    `Contradicts a shorter ${field}.`,
    `is longer than ${field}; correct one of the two`,
    (value, { data }) => {
      const [days, limit] = [daysOf(value), daysOf(data[field])];
      return days !== undefined && limit !== undefined && days > limit;
    },
  );
}

/** A bare number in a text that needs a unit. */
export const NEEDS_UNIT: WarningRule = {
  code: 'missing_unit',
  description: 'A bare number lacks its unit.',
  message: 'is a number without a unit; write, for example, "3 months"',
  holds: (value) => typeof value === 'string' && isBareNumber(value.trim()),
};

/** The first number in a text, or the number itself; undefined when there is none. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const [digits] = typeof value === 'string' ? (/\d{1,9}(?:\.\d{1,4})?/.exec(value) ?? []) : [];
  return digits === undefined ? undefined : Number(digits);
}

/** A number outside the range that makes sense for the field. */
export function unlikelyOutside(least: number, most: number): WarningRule {
  return {
    code: 'unlikely_value',
    description: `A number outside ${least} to ${most} is unlikely.`,
    message: `is usually from ${least} to ${most}; correct it if it is a slip`,
    holds: (value) => {
      const number = numberIn(value);
      return number !== undefined && (number < least || number > most);
    },
  };
}

/** An amount of zero, where the field could have been left out. */
export const UNLIKELY_ZERO: WarningRule = {
  code: 'unlikely_value',
  description: 'An amount of 0 is unlikely.',
  message: 'is 0; leave it out for a blank to fill in, or correct it',
  holds: (value) => value === 0,
};

/** A date before 1900 or after 2199. */
export const UNLIKELY_YEAR: WarningRule = {
  code: 'unlikely_value',
  description: 'A year before 1900 or after 2199 is unlikely.',
  message: 'is before 1900 or after 2199; correct the year if it is a slip',
  holds: (value) => typeof value === 'string' && !/^(?:19|20|21)\d\d-/.test(value),
};

/** "None" or "nil" as a part of a sentence, where it is printed as it is. */
export const NONE: WarningRule = {
  code: 'unlikely_value',
  description: 'A text of "None" or "nil" is unlikely.',
  message: 'is printed as it is, so that a sentence may say "None"; leave it out for a blank to fill in',
  holds: (value) => typeof value === 'string' && /^(?:none|nil)[.!]?$/i.test(value.trim()),
};

/** Two entries of the list of parties have the same role, of which there is one each. */
export const ONE_OF_EACH = contradicts(
  'Two parties with the same role contradict one another.',
  'is the role of another party already; give each party its own',
  (value, { before }) =>
    typeof value === 'string' &&
    before.some(({ definition }) => typeof definition === 'string' && definition.trim() === value.trim()),
);

/** A deposit of 0%. */
export const NO_DEPOSIT = contradicts(
  'Contradicts a deposit if it is 0.',
  'is 0, so that there is no deposit; correct it, or make deposit false',
  (value, { data }) => value === 0 && data.deposit !== false,
);
