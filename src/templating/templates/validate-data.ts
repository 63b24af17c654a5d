import type { TSchema } from '@sinclair/typebox';
import { ServiceError } from '../../errors.ts';
import { validationError } from '../validation/accept.ts';
import { usablePart } from '../validation/strip-unknown.ts';
import type { Template } from './template.ts';

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
  refuseEmptyList(template, data);
  const verdict = template.validate(data);
  if (verdict.valid) return verdict.value;
  const misplaced = verdict.missing.filter((field) => besideData.includes(field));
  throw validationError(
    verdict,
    misplaced.map((field) => `${field} is beside data in the body; put it into data.`),
  );
}

/** Data with its path in the body, such as `from.data`. */
interface PlacedData {
  readonly path: string;
  readonly template: Template;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * The same for the data of several documents in one body, whose fields are named by their paths in it.
 * @throws as `validateData`, with the faults of all of them
 */
export function validateEach(all: readonly PlacedData[]): Record<string, unknown>[] {
  for (const { path, template, data } of all) refuseEmptyList(template, data, `${path}.`);
  const verdicts = all.map(({ path, template, data }) => ({ path, verdict: template.validate(data) }));
  const faults = verdicts.flatMap(({ path, verdict }) => (verdict.valid ? [] : [{ path, verdict }]));
  if (faults.length === 0) return verdicts.flatMap(({ verdict }) => (verdict.valid ? [verdict.value] : []));
  throw validationError({
    missing: faults.flatMap(({ path, verdict }) => verdict.missing.map((field) => `${path}.${field}`)),
    invalid: faults.flatMap(({ path, verdict }) =>
      verdict.invalid.map(({ field, message }) => ({ field: `${path}.${field}`, message })),
    ),
  });
}

/** @throws ServiceError required_array_empty. @param before what the path of the data begins with */
function refuseEmptyList(template: Template, data: Readonly<Record<string, unknown>>, before = ''): void {
  for (const field of template.schema.required ?? []) {
    const value = Object.hasOwn(data, field) ? data[field] : undefined;
    if (Array.isArray(value) && value.length === 0) {
      throw new ServiceError(
        'required_array_empty',
        `Document generation failed: ${before}${field} is empty; it must have at least one entry`,
      );
    }
  }
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
