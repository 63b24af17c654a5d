import type { TSchema } from '@sinclair/typebox';
import { ServiceError } from '../errors.ts';
import { validationError } from '../validation/accept.ts';
import { usablePart } from '../validation/usable-part.ts';
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

/**
 * The part of unfinished `data` that can be printed: without what is invalid, and with an empty entry in a required list
 * of objects, such as `parties`, that has none. Never throws.
 */
export function unfinishedData(
  { schema, validate }: Template,
  data: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const verdict = validate(data);
  const usable = (verdict.valid ? verdict.value : usablePart(schema, data, verdict)) as Record<
    string,
    unknown
  >;
  const lists = (schema.required ?? []).filter((name) => isListOfObjects(schema.properties[name]));
  const empty = lists.filter((name) => !Array.isArray(usable[name]) || usable[name].length === 0);
  return { ...usable, ...Object.fromEntries(empty.map((name) => [name, [{}]])) };
}

function isListOfObjects(schema: TSchema | undefined): boolean {
  return schema?.items?.properties !== undefined;
}
