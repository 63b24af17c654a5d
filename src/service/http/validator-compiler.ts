import type { TSchema } from '@sinclair/typebox';
import type { FastifySchemaCompiler } from 'fastify';
import { GenerationRequest } from '../../../schemas/generation-request.ts';
import { OPTION_CONFLICTS } from '../../../schemas/shared/option-conflicts.ts';
import { type InvalidField, ServiceError } from '../../errors.ts';
import { nearest } from '../../lib/nearest.ts';
import { schemaBelow, stepsOf } from '../../lib/paths.ts';
import { validationError } from '../../templating/validation/accept.ts';
import { compileValidator, type Faults } from '../../templating/validation/validator.ts';
import { findUnknownFields } from '../../templating/warnings/unknown-fields.ts';

/** Routes of the administration, and those with which a company keeps its texts as the administration does. */
const IN_ADMIN_FORM = /^\/(?:admin\/|api\/v1\/texts\b)/;

/**
 * Fastify's validator compiler for every route. A handler receives only the part of the request that is in the schema.
 * Faults are answered in the form of the route: the specification's, or the administration's.
 */
export const compileRequestValidator: FastifySchemaCompiler<TSchema> = ({ schema, url, httpPart }) => {
  const validate = compileValidator(schema);
  const isAdmin = IN_ADMIN_FORM.test(url ?? '');
  const isBody = httpPart === 'body';
  return (input: unknown) => {
    // A file as the body is for its route to read.
    if (Buffer.isBuffer(input)) return { value: input };
    // Fastify passes null for a missing body; in administration it counts as an empty object.
    const verdict = validate(isAdmin && isBody ? (input ?? {}) : input);
    const conflicts = schema === GenerationRequest ? findConflicts(input) : [];
    if (verdict.valid && conflicts.length === 0) return { value: verdict.value };
    const { missing, invalid }: Faults = verdict.valid ? NONE : verdict;
    const faults = { missing, invalid: [...invalid, ...conflicts] };
    if (isAdmin) return { error: unprocessable(schema, faults) };
    return { error: validationError(faults, isBody ? explainMissing(schema, input, missing) : []) };
  };
};

const NONE: Faults = { missing: [], invalid: [] };

/** Names the unknown fields that the caller most likely sent in place of those that are missing. */
function explainMissing(schema: TSchema, body: unknown, missing: readonly string[]): string[] {
  const unknown = findUnknownFields(schema, body).map(({ field }) => field);
  const meant = unknown
    .filter((name) => !name.startsWith('options.'))
    .map((name) => ({ name, field: nearest(name, missing) }));
  const misspelt = meant.flatMap(({ name, field }) =>
    field === undefined ? [] : `${name} is not known; did you mean ${field}?`,
  );
  const others = meant.filter(({ field }) => field === undefined).map(({ name }) => name);
  if (!missing.includes('data') || others.length === 0) return misspelt;
  return [...misspelt, `Not known: ${others.join(', ')}. What goes into the document belongs in data.`];
}

/** Names every field at fault, with the description of what is expected. */
function unprocessable(schema: TSchema, { missing, invalid }: Faults): ServiceError {
  const expected = (field: string) => (schemaBelow(schema, stepsOf(field)[0] ?? '') ?? schema).description;
  const faults = [
    ...missing.map((field) => `${field} is missing; expected: ${expected(field)}.`),
    ...invalid.map(({ field }) => `${field} is invalid; expected: ${expected(field)}.`),
  ];
  return new ServiceError('unprocessable', faults.join(' '));
}

/**
 * Finds options that contradict the format or each other, at most one fault for an option.
 * @param body parsed JSON; its other faults are for the schema to find
 */
export function findConflicts(body: unknown): InvalidField[] {
  const { format, options }: Record<string, unknown> = Object(body);
  const given = new Map(Object.entries(Object(options)));
  const found = OPTION_CONFLICTS.filter(
    ({ option, values, other }) =>
      values.includes(given.get(option)) &&
      ('format' in other ? format === other.format : given.get(other.option) === other.value),
  );
  return found
    .filter(({ option }, index) => found.findIndex((one) => one.option === option) === index)
    .map(({ option, message }) => ({ field: `options.${option}`, message }));
}
