import type { ErrorObject } from 'ajv';

/** What is wrong with a value and what would be right, for the caller; never the value itself. */
export function describeFault({ keyword, params, schema, parentSchema = {} }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return `must be ${article(params.type)} ${params.type}`;
    case 'additionalProperties':
      return `is not known; there are ${Object.keys(parentSchema.properties).join(', ')}`;
    case 'enum':
      return describeValues(params.allowedValues, parentSchema);
    case 'format':
      return FORMATS.get(params.format) ?? `must be a ${params.format}`;
    case 'minimum':
      return `must be ${schema} or more`;
    case 'maximum':
      return `must be ${schema} or less`;
    case 'minItems':
    case 'maxItems':
      return `must have ${describeCount(keyword, Number(schema), parentSchema)}`;
    default:
      return `must satisfy the schema's ${keyword}`;
  }
}

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['date', 'must be a date of the calendar, written YYYY-MM-DD'],
  [
    'text',
    'must be free of control characters, bidirectional overrides and broken Unicode; ' +
      'a line break and a tab are allowed',
  ],
]);

function describeValues(values: readonly unknown[], { list, examples }: Record<string, unknown>): string {
  if (list === undefined) return `must be one of: ${values.join(', ')}`;
  return `must be a value from the ${list}, such as ${examples}`;
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
