import type { TSchema } from '@sinclair/typebox';
import type { FastifySchemaCompiler } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { validationError } from '../../templating/validation/accept.ts';
import { compileValidator, type Faults } from '../../templating/validation/validator.ts';

/** Routes of the administration, and those with which a company keeps its texts as the administration does. */
const IN_ADMIN_FORM = /^\/(?:admin\/|api\/v1\/texts\b)/;

/**
 * Fastify's validator compiler for every route. A handler receives only the part of the request that is in the schema.
 * Faults are answered in the form of the route: the specification's, or the administration's.
 */
export const compileRequestValidator: FastifySchemaCompiler<TSchema> = ({ schema, url, httpPart }) => {
  const validate = compileValidator(schema);
  const isAdmin = IN_ADMIN_FORM.test(url ?? '');
  const refuse = isAdmin ? (faults: Faults) => unprocessable(schema, faults) : validationError;
  return (input: unknown) => {
    // Fastify passes null for a missing body; in administration it counts as an empty object.
    const verdict = validate(isAdmin && httpPart === 'body' ? (input ?? {}) : input);
    return verdict.valid ? { value: verdict.value } : { error: refuse(verdict) };
  };
};

/** Names every field at fault, with the description of what is expected. */
function unprocessable(schema: TSchema, { missing, invalid }: Faults): ServiceError {
  const expected = (field: string) => (schema.properties?.[field] ?? schema).description;
  const faults = [
    ...missing.map((field) => `${field} is missing; expected: ${expected(field)}.`),
    ...invalid.map(({ field }) => `${field} is invalid; expected: ${expected(field)}.`),
  ];
  return new ServiceError('unprocessable', faults.join(' '));
}
