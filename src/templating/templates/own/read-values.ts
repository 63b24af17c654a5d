import { COUNTRY_LIST, SUPPORTED_COUNTRIES } from '../../../../schemas/shared/countries.ts';
import { NON_BLANK } from '../../../../schemas/shared/fields.ts';
import { NONE, UNLIKELY_YEAR, WARNINGS } from '../../../../schemas/shared/warnings.ts';
import { BODY_LIMITS } from '../../validation/body-limits.ts';
import { FILLED_IN, PRINTABLE } from '../publish-schema.ts';
import type { FaultList } from './faults.ts';
import { given, isLine, isOfType, LIMITS, NO_PATTERN, type Words } from './schema-words.ts';

/** Lengths of what a format takes, of which some must fit the field's own limits. */
const FORMAT_LENGTHS = { date: [10, 10], email: [3, 254] } as const;

/** The words of a text, number or boolean beside its notes, as the service has them. */
export function readValues(faults: FaultList, sent: Words, path: string, type: string): object {
  const choices = readChoices(faults, sent, path, type);
  if (sent.money !== undefined && sent.money !== true)
    faults.add(`${path}.money`, 'write true, or leave it out');
  const limits = type === 'string' ? readText(faults, sent, path) : readNumber(faults, sent, path, type);
  return choices ?? limits;
}

function readNumber(faults: FaultList, sent: Words, path: string, type: string): object {
  const [least, most] = readRange(faults, sent, path, ['minimum', 'maximum']);
  const [above] = readRange(faults, sent, path, ['exclusiveMinimum', 'maximum']);
  if (above !== undefined && above === most)
    faults.add(`${path}.exclusiveMinimum`, 'it is maximum; no value would be right');
  const isWhole = type === 'integer' && least !== undefined && most !== undefined && least <= most;
  if (isWhole && Math.ceil(least) > Math.floor(most))
    faults.add(`${path}.minimum`, 'there is no whole number from it to maximum');
  const limits = given({ minimum: least, maximum: most, exclusiveMinimum: above });
  return { ...limits, ...(sent.money === true && { money: true }) };
}

function readText(faults: FaultList, sent: Words, path: string): object {
  const { format, pattern } = sent;
  if (format !== undefined && format !== 'date' && format !== 'email')
    faults.add(`${path}.format`, 'write date or email, or leave it out');
  // Those that the service publishes for its own texts.
  if (pattern !== undefined && pattern !== PRINTABLE && pattern !== FILLED_IN)
    faults.add(`${path}.pattern`, NO_PATTERN);
  const [minLength, maxLength] = readRange(
    faults,
    sent,
    path,
    ['minLength', 'maxLength'],
    BODY_LIMITS.characters,
  );
  const lengths = given({ minLength, maxLength });
  if (format === 'date' || format === 'email') {
    const [shortest, longest] = FORMAT_LENGTHS[format];
    if (minLength !== undefined && minLength > longest)
      faults.add(`${path}.minLength`, `a text of format ${format} has at most ${longest} characters`);
    if (maxLength !== undefined && maxLength < shortest)
      faults.add(`${path}.maxLength`, `a text of format ${format} has at least ${shortest} characters`);
    return { ...lengths, format, ...(format === 'date' && { [WARNINGS]: [UNLIKELY_YEAR] }) };
  }
  const isFilled = pattern === FILLED_IN;
  return { ...lengths, format: 'text', ...(isFilled && { pattern: NON_BLANK }), [WARNINGS]: [NONE] };
}

/** Words that say nothing beside choices, or contradict them. */
const BESIDE_CHOICES = 'format pattern minLength maxLength minimum maximum exclusiveMinimum money'.split(' ');

/** @returns undefined when the field has none */
function readChoices(faults: FaultList, sent: Words, path: string, type: string): object | undefined {
  const { enum: several, const: one } = sent;
  if (several === undefined && one === undefined) return undefined;
  const word = several === undefined ? 'const' : 'enum';
  for (const other of [...(word === 'enum' ? ['const'] : []), ...BESIDE_CHOICES])
    if (sent[other] !== undefined) faults.add(`${path}.${other}`, `leave it out; ${word} says what is right`);
  const values: readonly unknown[] = several === undefined ? [one] : Array.isArray(several) ? several : [];
  const isRight = (value: unknown) =>
    isOfType(value, type) && (typeof value !== 'string' || isLine(value, LIMITS.title));
  const isList =
    values.length > 0 && values.length <= LIMITS.choices && new Set(values).size === values.length;
  if (!isList || !values.every(isRight))
    faults.add(`${path}.${word}`, `it must have different values of type ${type}, at most ${LIMITS.choices}`);
  if (type !== 'string')
    return { enum: values, ...(type !== 'boolean' && { choices: pairs(values.map(String)) }) };
  const isCountry =
    values.length === SUPPORTED_COUNTRIES.length &&
    values.every((value, at) => value === SUPPORTED_COUNTRIES[at]);
  if (!isCountry) return { enum: values };
  return {
    enum: values,
    choices: pairs(COUNTRY_LIST.map(({ name }) => name)),
    list: 'Supported Countries list',
  };
}

/**
 * Two limits.
 * @param most for counts, what a request may have at all
 */
export function readRange(
  faults: FaultList,
  sent: Words,
  path: string,
  [low, high]: readonly [string, string],
  most?: number,
): readonly [number | undefined, number | undefined] {
  const read = (word: string): number | undefined => {
    const value = sent[word];
    if (value === undefined) return undefined;
    const isRight =
      most === undefined ? Number.isFinite(value) : Number.isSafeInteger(value) && Number(value) >= 0;
    if (isRight) return value as number;
    return faults.add(
      `${path}.${word}`,
      `it must be a ${most === undefined ? 'number' : 'whole number from 0'}`,
    );
  };
  const range = [read(low), read(high)] as const;
  const [least = 0, limit = Number.POSITIVE_INFINITY] = range;
  if (range[0] !== undefined && least > limit)
    faults.add(`${path}.${low}`, `it is more than ${high}; no value would be right`);
  if (most !== undefined && least > most)
    faults.add(`${path}.${low}`, `a request may have at most ${most}; no value would be right`);
  return range;
}

function pairs(words: readonly string[]): (readonly [string, string])[] {
  return words.map((word) => [word, word]);
}
