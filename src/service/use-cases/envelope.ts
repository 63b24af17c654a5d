import type { TObject } from '@sinclair/typebox';
import { ComparisonRequest } from '../../../schemas/comparison-request.ts';
import { GenerationRequest } from '../../../schemas/generation-request.ts';
import { PreviewRequest } from '../../../schemas/preview-request.ts';
import { ReadRequest } from '../../../schemas/read-request.ts';
import type { Warning } from '../../../schemas/warning.ts';
import type { InvalidField } from '../../errors.ts';
import { nearest } from '../../lib/nearest.ts';
import { validationError } from '../../templating/validation/accept.ts';
import { compileValidator, type Faults, type Validator } from '../../templating/validation/validator.ts';
import { findUnknownFields } from '../../templating/warnings/unknown-fields.ts';
import { findConflicts } from './options.ts';

/** A body whose envelope has passed check 5 of the contract. */
export interface SentRequest<Request = GenerationRequest> {
  readonly request: Request;
  /** Fields of the envelope that are not known. */
  readonly unknownFields: readonly Warning[];
}

const validateGeneration = compileValidator(GenerationRequest);
const validateComparison = compileValidator(ComparisonRequest);
const validatePreview = compileValidator(PreviewRequest);
const validateReading = compileValidator(ReadRequest);

/**
 * Check 5 of the contract: the fields of the envelope, and its options against the format and each other.
 * @param body parsed JSON
 * @throws ServiceError validation_error with every fault at once
 */
export function readEnvelope(body: unknown): SentRequest {
  return read(body, GenerationRequest, validateGeneration, findConflicts(body));
}

/** The same for a preview. */
export function readPreviewEnvelope(body: unknown): SentRequest<PreviewRequest> {
  return read(body, PreviewRequest, validatePreview, []);
}

/** The same for a comparison. */
export function readComparisonEnvelope(body: unknown): SentRequest<ComparisonRequest> {
  return read(body, ComparisonRequest, validateComparison, []);
}

/** The same for a file that came back. */
export function readReturnedEnvelope(body: unknown): SentRequest<ReadRequest> {
  return read(body, ReadRequest, validateReading, []);
}

function read<Request>(
  body: unknown,
  schema: TObject,
  validate: Validator<Request>,
  conflicts: readonly InvalidField[],
): SentRequest<Request> {
  const unknownFields = findUnknownFields(schema, body);
  const verdict = validate(body);
  if (verdict.valid && conflicts.length === 0) return { request: verdict.value, unknownFields };
  const { missing, invalid }: Faults = verdict.valid ? { missing: [], invalid: [] } : verdict;
  const unknown = unknownFields.map(({ field }) => field).filter((field) => !field.startsWith('options.'));
  throw validationError({ missing, invalid: [...invalid, ...conflicts] }, explainMissing(missing, unknown));
}

/** Names the unknown fields of the envelope the caller most likely sent in place of those that are missing. */
function explainMissing(missing: readonly string[], unknown: readonly string[]): string[] {
  const meant = unknown.map((name) => ({ name, field: nearest(name, missing) }));
  const misspelt = meant.flatMap(({ name, field }) =>
    field === undefined ? [] : `${name} is not known; did you mean ${field}?`,
  );
  const others = meant.filter(({ field }) => field === undefined).map(({ name }) => name);
  if (!missing.includes('data') || others.length === 0) return misspelt;
  return [...misspelt, `Not known: ${others.join(', ')}. What goes into the document belongs in data.`];
}
