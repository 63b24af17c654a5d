import { isPrintable } from '../../validation/validator.ts';

/** The words of JSON Schema that a company's own schema may have, by type, and what to write in the place of others. */

const ANY = ['type', 'title', 'description', 'examples', '$comment'];

export const WORDS: Readonly<Record<string, readonly string[]>> = {
  object: [...ANY, 'properties', 'required', 'dependencies'],
  array: [...ANY, 'items', 'minItems', 'maxItems'],
  string: [...ANY, 'enum', 'const', 'format', 'minLength', 'maxLength', 'pattern', 'unit'],
  number: [...ANY, 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'money', 'unit'],
  integer: [...ANY, 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'unit'],
  boolean: [...ANY, 'enum', 'const'],
};

export const LIMITS = { fields: 300, depth: 4, choices: 500, title: 200, description: 2_000 } as const;

export type Words = Readonly<Record<string, unknown>>;

const CURES: Readonly<Record<string, string>> = {
  $ref: 'write the schema that it names in its place',
  definitions: 'write each schema where it is used',
  $defs: 'write each schema where it is used',
  default: 'leave it out; what the text prints when the field is left out belongs in the text',
  pattern: 'leave it out; write enum for a choice, format for a date or an email, maxLength for a length',
  if: 'write it into dependencies, under the name of the field that decides',
  else: 'leave it out; write a second condition into dependencies, for the other values',
  allOf: 'write all words into one schema, and conditions into dependencies',
  anyOf: 'write one schema; for one of several values, enum',
  oneOf: 'write one schema; for one of several values, enum',
  not: 'leave it out; write what is right, not what is wrong',
  additionalProperties: 'leave it out; fields that are not in properties are ignored with a warning',
  patternProperties: 'write each field into properties, or make a list of objects',
  propertyNames: 'write each field into properties',
  exclusiveMaximum: 'write maximum',
  multipleOf: 'leave it out; write type integer for whole numbers',
  uniqueItems: 'leave it out',
  dependentSchemas: 'write dependencies',
  dependentRequired: 'write dependencies, with if and then',
};

/** For every pattern but those that the service publishes itself. */
export const NO_PATTERN = `not allowed; ${CURES.pattern}`;

/**
 * @param type of the schema; undefined when it has none that there is
 * @returns what to write in the place of the word; undefined for one that such a schema may have
 */
export function cureOf(word: string, type: string | undefined): string | undefined {
  const types = Object.entries(WORDS).flatMap(([each, words]) => (words.includes(word) ? [each] : []));
  if (type === undefined ? types.length > 0 : types.includes(type)) return undefined;
  if (types.length > 0 && word !== 'pattern')
    return `a schema of type ${type} has no such word; leave it out, or write type ${types[0]}`;
  const known = word === 'then' ? 'if' : word;
  return Object.hasOwn(CURES, known) ? `not allowed; ${CURES[known]}` : 'not known; leave it out';
}

/** Whether it is a text, number, whole number or boolean, as the type says. */
export function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return ['string', 'number', 'boolean'].includes(typeof value) && typeof value === type;
}

/** Line breaks and tabs are invisible in a form, but allowed. */
export function isLine(text: string, characters: number): boolean {
  return text.length <= characters && isPrintable(text);
}

type Given<All extends Words> = { [Word in keyof All]?: Exclude<All[Word], undefined> };

/** Without what is undefined. */
export function given<All extends Words>(words: All): Given<All> {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined)) as Given<All>;
}
