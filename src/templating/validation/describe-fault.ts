import type { ErrorObject } from 'ajv';
import { nearestCountries } from '../../../schemas/shared/nearest-country.ts';

/**
 * Describes a fault and the cure to the caller; never quotes the value.
 * @param partField the field for a part of a country, if there is one
 */
export function describeFault(
  { keyword, params, schema, parentSchema = {}, data }: ErrorObject,
  partField?: string,
): string {
  switch (keyword) {
    case 'type':
      return `must be ${article(params.type)} ${params.type}${isQuoted(params.type, data) ? ', without quotes' : ''}`;
    case 'additionalProperties':
      return `is not known; there are ${Object.keys(parentSchema.properties).join(', ')}`;
    case 'enum':
      return parentSchema.list === undefined
        ? describeChoice(params.allowedValues)
        : describeCountry(parentSchema, data, partField);
    case 'format':
      return FORMATS.get(params.format) ?? `must be a ${params.format}`;
    case 'minimum':
      return `must be ${schema} or more`;
    case 'exclusiveMinimum':
      return `must be more than ${schema}; leave it out for a blank to fill in`;
    case 'maximum':
      return `must be ${schema} or less`;
    case 'money':
      return 'must have at most two decimals in NGN, USD, GBP or ZAR, at most three in another currency';
    case 'pattern':
      return `must be ${String(parentSchema.description).replace(/\.$/, '')}`;
    case 'minLength':
      return `must have at least ${schema} characters`;
    case 'maxLength':
      return `must have at most ${schema} characters`;
    case 'minItems':
    case 'maxItems':
      return `must have ${describeCount(keyword, Number(schema), parentSchema)}`;
    default:
      return `must satisfy the schema's ${keyword}`;
  }
}

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['date', 'must be a date of the calendar, written YYYY-MM-DD'],
  ['email', 'must be an email address, such as legal@company.example'],
  [
    'instant',
    'must be a moment with its offset in whole seconds, like 2026-11-22T18:00:00Z, in the years 1980 to 2099',
  ],
  [
    'text',
    'must be free of control characters, bidirectional overrides and broken Unicode; ' +
      'a line break and a tab are allowed',
  ],
]);

/** Whether the value is of the type inside its quotes: `"1500"`, `"true"`. */
function isQuoted(type: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (type === 'boolean') return value === 'true' || value === 'false';
  return (type === 'number' || type === 'integer') && /^-?\d+(\.\d+)?$/.test(value);
}

function describeChoice(values: readonly string[]): string {
  const other = values.includes('Others') ? '; send Others for another one' : '';
  return `must be one of: ${values.join(', ')}${other}`;
}

function describeCountry(
  { list, examples }: Record<string, unknown>,
  sent: unknown,
  partField: string | undefined,
): string {
  const expected = `must be a value from the ${list}, such as ${examples ?? 'Nigeria'}`;
  const { names, isPart } = nearestCountries(String(sent));
  if (names.length === 0) return expected;
  if (!isPart) return `${expected}; did you mean ${names.join(', or ')}?`;
  const rest =
    partField === undefined ? '; the list has no parts of countries' : `, and put the part into ${partField}`;
  return `${expected}; send ${names[0]}${rest}`;
}

function describeCount(
  keyword: string,
  limit: number,
  { minItems, maxItems }: Record<string, unknown>,
): string {
  if (minItems === maxItems) return `exactly ${limit} entries`;
  if (limit === 1) return 'at least one entry';
  return `${keyword === 'minItems' ? 'at least' : 'at most'} ${limit} entries`;
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? 'an' : 'a';
}
