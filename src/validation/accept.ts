import { ServiceError } from '../errors.ts';
import type { Faults, Verdict } from './validator.ts';

/**
 * Returns the value of a valid verdict.
 * @throws ServiceError validation_error with every fault of an invalid one
 */
export function accept<Value>(verdict: Verdict<Value>): Value {
  if (verdict.valid) return verdict.value;
  throw validationError(verdict);
}

/** The specification's error for a body or its data, with every fault at once. */
export function validationError({ missing, invalid }: Faults): ServiceError {
  // With `strict`, a field can have several warnings.
  const invalidNames = new Set(invalid.map(({ field }) => field));
  const message = [
    missing.length > 0 && `Missing required fields: ${missing.join(', ')}.`,
    invalid.length > 0 && `Invalid fields: ${[...invalidNames].join(', ')}.`,
  ];
  return new ServiceError('validation_error', message.filter(Boolean).join(' '), {
    details: { missing_fields: missing, ...(invalid.length > 0 && { invalid_fields: invalid }) },
  });
}
