import type { TObject } from '@sinclair/typebox';
import { ServiceError } from '../../errors.ts';
import { compileValidator } from '../../validation/validator.ts';

/**
 * A check for the body of an administration route.
 * @param schema its `description`, and that of each property, says what is expected
 * @returns the body's known part, or throws ServiceError unprocessable that names every field at fault and its cure
 */
export function bodyCheck<Body>(schema: TObject): (body: unknown) => Body {
  const validate = compileValidator<Body>(schema);
  return (body) => {
    const verdict = validate(body);
    if (verdict.valid) return verdict.value;
    const expected = (field: string) => (schema.properties[field] ?? schema).description;
    const faults = [
      ...verdict.missing.map((field) => `${field} is missing; expected: ${expected(field)}.`),
      ...verdict.invalid.map(({ field }) => `${field} is invalid; expected: ${expected(field)}.`),
    ];
    throw new ServiceError('unprocessable', faults.join(' '));
  };
}
