/**
 * Door of validation: a schema and a value in; the known part of the value, or every fault at once, out. Bad input never
 * throws, and no message quotes a value. Knows no template and no request.
 */

import type { Static, TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { NON_BLANK } from '../../../schemas/shared/fields.ts';
import type { InvalidField } from '../../errors.ts';
import { describeFault } from './describe-fault.ts';
import { FORMATS } from './formats.ts';
import { faultsIn } from './interpret.ts';
import { isPayable } from './money.ts';
import { joinPath, nameable } from './path.ts';
import { stripUnknown } from './strip-unknown.ts';
import { isPrintable } from './text.ts';

export { isPrintable };

/** The result of validation: the known part of the value, or every fault at once. */
export type Verdict<Value> =
  | { readonly valid: true; readonly value: Value }
  | ({ readonly valid: false } & Faults);

export interface Faults {
  /** Paths of fields that are required and absent. */
  readonly missing: readonly string[];
  readonly invalid: readonly InvalidField[];
}

export type Validator<Value> = (value: unknown) => Verdict<Value>;

// Stricter than Fastify's own instance: no coercion, and it reports every fault.
const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strictTypes: false,
  // `checkSchema` validates the schemas when templates are checked; doing so here takes 40 ms of the first request.
  validateSchema: false,
  keywords: [
    'list',
    'choices',
    {
      keyword: 'money',
      type: 'number',
      errors: false,
      validate: (_money: true, amount: number, _schema?: object, context?: { readonly rootData: unknown }) =>
        isPayable(amount, context?.rootData),
    },
  ],
  formats: FORMATS,
});

/**
 * A validator for one schema. Paths in the verdict have the form `parties[0].definition`. The schema is compiled on
 * first use, since a large one takes 20 ms.
 */
export function compileValidator<Schema extends TSchema>(schema: Schema): Validator<Static<Schema>> {
  let compiled: ValidateFunction | undefined;
  return validatorOf(schema, (value) => {
    compiled ??= ajv.compile(schema);
    return compiled(value) ? [] : (compiled.errors ?? []);
  });
}

/** The same for the schema of a company's own template, which is interpreted. */
export function interpretValidator<Schema extends TSchema>(schema: Schema): Validator<Static<Schema>> {
  return validatorOf(schema, (value) => [...faultsIn(schema, value, value)]);
}

function validatorOf<Schema extends TSchema>(
  schema: Schema,
  faultsOf: (value: unknown) => readonly ErrorObject[],
): Validator<Static<Schema>> {
  const order = Object.keys(schema.properties ?? {});
  return (input) => {
    const value = stripUnknown(schema, input);
    const found = faultsOf(value);
    if (found.length === 0) return { valid: true, value: value as Static<Schema> };
    const errors = inOrder(found, order);
    const missing = new Set(errors.filter(isAbsence).map(pathOf));
    const invalid = new Map<string, InvalidField>();
    for (const error of errors) {
      const field = pathOf(error);
      // The `if` that made a field required is not a fault of its own.
      if (error.keyword === 'if' || missing.has(field) || invalid.has(field)) continue;
      const partField = `${field}Part`;
      const hasPart = Object.hasOwn(schema.properties ?? {}, partField);
      invalid.set(field, { field, message: describeFault(error, hasPart ? partField : undefined) });
    }
    return { valid: false, missing: [...missing], invalid: [...invalid.values()] };
  };
}

/** @throws Error, in Ajv's words, when it is not valid JSON Schema */
export function checkSchema(schema: TSchema): void {
  ajv.validateSchema(schema, true);
  ajv.compile(schema);
}

/** A required field is absent, blank, or `null` in a list. */
function isAbsence({ keyword, schema, data, instancePath }: ErrorObject): boolean {
  return (
    keyword === 'required' ||
    (keyword === 'pattern' && schema === NON_BLANK) ||
    (data === null && instancePath !== '')
  );
}

function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  // A JSON pointer; names of shared parts have a slash.
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/'));
  if (keyword === 'required') steps.push(params.missingProperty);
  if (keyword === 'additionalProperties') steps.push(nameable(params.additionalProperty));
  return joinPath(steps);
}

/**
 * Sorts by the order of the schema's fields and of list entries, so that a response reads like the documentation. Of
 * the faults of one field, the first is reported: an enumeration, whose message lists what is right; otherwise a wrong
 * type, since it causes the others.
 */
function inOrder(errors: readonly ErrorObject[], fields: readonly string[]): ErrorObject[] {
  const rank = (error: ErrorObject): readonly number[] => {
    const [field = '', entry = '-1'] = pathOf(error).split(/[.[\]]/);
    return [
      fields.indexOf(field),
      /^\d+$/.test(entry) ? Number(entry) : -1,
      ['enum', 'type', error.keyword].indexOf(error.keyword),
    ];
  };
  const ranked = errors.map((error) => ({ error, rank: rank(error) }));
  return ranked.sort((one, other) => compare(one.rank, other.rank)).map(({ error }) => error);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((number, position) => number !== other[position]);
  return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}
