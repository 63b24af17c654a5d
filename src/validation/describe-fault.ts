import type { ErrorObject } from 'ajv';

/** The most values that a message lists; a longer list is named, not spelled out. */
const LISTED_VALUES = 12;

/** What is wrong with a value and what would be right, for the caller; never the value itself. */
export function describeFault({ keyword, params, schema }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return `must be ${article(params.type)} ${params.type}`;
    case 'enum':
      return describeValues(params.allowedValues);
    case 'format':
      return FORMATS[params.format] ?? `must be a ${params.format}`;
    case 'minimum':
      return `must be ${schema} or more`;
    case 'maximum':
      return `must be ${schema} or less`;
    case 'minItems':
      return `must have at least ${entries(Number(schema))}`;
    case 'maxItems':
      return `must have at most ${entries(Number(schema))}`;
    default:
      return `must satisfy the schema's ${keyword}`;
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'must be a date of the calendar, written YYYY-MM-DD',
  text:
    'must be free of control characters, bidirectional overrides and broken Unicode; ' +
    'a line break and a tab are allowed',
};

function describeValues(values: readonly unknown[]): string {
  if (values.length > LISTED_VALUES) {
    return 'must be a value from the list in the schema, spelled as there; for a country the Supported Countries list';
  }
  return `must be one of: ${values.join(', ')}`;
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? 'an' : 'a';
}
