import { ServiceError } from '../../errors.ts';
import type { Faults } from './validator.ts';

/**
 * The specification's error for a body or its data, with every fault at once.
 * @param explanations sentences about the missing fields
 */
export function validationError(
  { missing, invalid }: Faults,
  explanations: readonly string[] = [],
): ServiceError {
  // With `strict`, a field can have several warnings.
  const invalidNames = new Set(invalid.map(({ field }) => field));
  const message = [
    missing.length > 0 && `Missing required fields: ${missing.join(', ')}.`,
    invalid.length > 0 && `Invalid fields: ${[...invalidNames].join(', ')}.`,
    ...explanations,
  ];
  return new ServiceError('validation_error', message.filter(Boolean).join(' '), {
    details: { missing_fields: missing, ...(invalid.length > 0 && { invalid_fields: invalid }) },
  });
}
