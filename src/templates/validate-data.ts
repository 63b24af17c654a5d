import { ServiceError } from '../errors.ts';
import { validationError } from '../validation/accept.ts';
import type { Template } from './catalogue.ts';

/**
 * The part of a caller's `data` that is in the template's schema.
 * @param besideData names of fields that the caller sent beside `data`, for the message
 * @throws ServiceError required_array_empty, which the specification answers with 500 (table "Error responses"), or
 * validation_error with every fault at once
 */
export function validateData(
  template: Template,
  data: Readonly<Record<string, unknown>>,
  besideData: readonly string[] = [],
): Record<string, unknown> {
  for (const field of template.schema.required ?? []) {
    const value = Object.hasOwn(data, field) ? data[field] : undefined;
    if (Array.isArray(value) && value.length === 0) {
      throw new ServiceError(
        'required_array_empty',
        `Document generation failed: ${field} is empty; it must have at least one entry`,
      );
    }
  }
  const verdict = template.validate(data);
  if (verdict.valid) return verdict.value;
  const misplaced = verdict.missing.filter((field) => besideData.includes(field));
  throw validationError(
    verdict,
    misplaced.map((field) => `${field} is beside data in the body; put it into data.`),
  );
}
