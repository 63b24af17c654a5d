import { DocumentServiceError } from '../../../../clients/typescript/src/error.ts';
import type { Row, RowFault, RowPlace } from '../../rows/row.ts';
import { CommandFailure } from '../failure.ts';
import { failureOf } from '../server.ts';
import type { PatientCaller } from './patient.ts';

const VALIDATE = '/api/v1/documents/validate';

/**
 * Checks what all rows have in common: the options, which the service checks before the data.
 * @param body of `validate`, without data
 * @throws CommandFailure when an option contradicts the format or another option
 */
export async function checkOptions(caller: PatientCaller, body: object): Promise<void> {
  const error = await refusalOf(caller, { ...body, data: {} }, new AbortController().signal);
  if (error?.invalidFields.some(({ field }) => field.startsWith('options.')))
    throw new CommandFailure('wrongUsage', failureOf(error).message);
}

/** The faults of a row: those that it came with, and those that the service finds in its other fields. */
export async function faultsOf(
  caller: PatientCaller,
  row: Row,
  body: object,
  signal: AbortSignal,
): Promise<readonly RowFault[]> {
  const known = new Set(row.faults.map(({ field }) => field));
  // The whole row could not be read.
  if (known.has('')) return row.faults;
  const error = await refusalOf(caller, { ...body, data: row.data }, signal);
  const found = faultsIn(error).filter(({ field }) => !known.has(field));
  return [...row.faults, ...found.map((fault) => ({ row: row.number, line: row.line, ...fault }))];
}

/** @returns undefined when the body is right */
async function refusalOf(
  caller: PatientCaller,
  body: object,
  signal: AbortSignal,
): Promise<DocumentServiceError | undefined> {
  try {
    await caller.post(VALIDATE, body, signal);
    return undefined;
  } catch (error) {
    if (error instanceof DocumentServiceError) return error;
    throw error;
  }
}

function faultsIn(error: DocumentServiceError | undefined): readonly Omit<RowFault, keyof RowPlace>[] {
  if (error === undefined) return [];
  const { missingFields, invalidFields, message } = error;
  const faults = [...missingFields.map((field) => ({ field, message: 'is missing' })), ...invalidFields];
  return faults.length > 0 ? faults : [{ field: '', message }];
}
