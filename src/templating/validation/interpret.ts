import type { TSchema } from '@sinclair/typebox';
import type { ErrorObject } from 'ajv';
import { isFields } from '../../lib/paths.ts';
import { FORMATS } from './formats.ts';
import { isPayable } from './money.ts';

/**
 * The faults of a value, as Ajv reports them, without compiling the schema: compiling takes seconds for a schema that somebody
 * made for that, and memory for each. Knows the words of templates' schemas, and no others.
 * @param root all of the data
 */
export function* faultsIn(
  schema: TSchema,
  data: unknown,
  root: unknown,
  instancePath = '',
): Generator<ErrorObject, void> {
  const fault = (keyword: string, params: Record<string, unknown> = {}): ErrorObject => ({
    ...{ keyword, params, instancePath, data, parentSchema: schema, schema: schema[keyword], schemaPath: '' },
  });
  if (schema.type !== undefined && !isOfType(data, schema.type)) yield fault('type', { type: schema.type });
  if (schema.enum !== undefined && !schema.enum.includes(data))
    yield fault('enum', { allowedValues: schema.enum });
  for (const [keyword, isRight] of LIMITS)
    if (schema[keyword] !== undefined && !isRight(data, schema[keyword] as never, root))
      yield fault(keyword, keyword === 'format' ? { format: schema.format } : {});
  // In the order in which Ajv does.
  for (const rule of schema.allOf ?? []) yield* faultsIn(rule, data, root, instancePath);
  if (schema.if !== undefined && faultsIn(schema.if, data, root).next().done)
    yield* faultsIn(schema.then ?? {}, data, root, instancePath);
  if (Array.isArray(data) && schema.items !== undefined)
    for (const [index, entry] of data.entries())
      yield* faultsIn(schema.items, entry, root, `${instancePath}/${index}`);
  if (isFields(data)) {
    for (const name of schema.required ?? [])
      if (!Object.hasOwn(data, name)) yield fault('required', { missingProperty: name });
    for (const [name, field] of Object.entries<TSchema>(schema.properties ?? {}))
      if (Object.hasOwn(data, name)) yield* faultsIn(field, data[name], root, `${instancePath}/${name}`);
  }
}

/** @param limit what the word has, of a type of its own */
type Limit = (data: unknown, limit: never, root: unknown) => boolean;

const number =
  (isRight: (data: number, limit: number) => boolean): Limit =>
  (data, limit: number) =>
    typeof data !== 'number' || isRight(data, limit);
const length =
  (isRight: (length: number, limit: number) => boolean): Limit =>
  (data, limit: number) =>
    typeof data !== 'string' || isRight([...data].length, limit);
const entries =
  (isRight: (length: number, limit: number) => boolean): Limit =>
  (data, limit: number) =>
    !Array.isArray(data) || isRight(data.length, limit);

const LIMITS = new Map<string, Limit>([
  ['minimum', number((data, limit) => data >= limit)],
  ['exclusiveMinimum', number((data, limit) => data > limit)],
  ['maximum', number((data, limit) => data <= limit)],
  ['money', (data, _limit, root) => typeof data !== 'number' || isPayable(data, root)],
  ['minLength', length((data, limit) => data >= limit)],
  ['maxLength', length((data, limit) => data <= limit)],
  ['pattern', (data, pattern: string) => typeof data !== 'string' || new RegExp(pattern, 'u').test(data)],
  ['format', (data, format: keyof typeof FORMATS) => typeof data !== 'string' || FORMATS[format](data)],
  ['minItems', entries((data, limit) => data >= limit)],
  ['maxItems', entries((data, limit) => data <= limit)],
]);

function isOfType(data: unknown, type: unknown): boolean {
  if (type === 'array') return Array.isArray(data);
  if (type === 'object') return isFields(data);
  if (type === 'integer') return Number.isInteger(data);
  return type === 'number' ? Number.isFinite(data) : typeof data === type;
}
