import type { Row, RowFault } from '../../rows/row.ts';
import { CommandFailure } from '../failure.ts';
import { readRefusal } from '../refusal.ts';
import { type Answer, refused } from '../server.ts';
import type { PatientCaller } from './patient.ts';

const VALIDATE = '/api/v1/documents/validate';

/**
 * Checks what all rows have in common: the options, which the service checks before the data.
 * @param body of `validate`, without data
 * @throws CommandFailure when an option contradicts the format or another option
 */
export async function checkOptions(caller: PatientCaller, body: object): Promise<void> {
  const answer = await caller.post(VALIDATE, { ...body, data: {} });
  if (faultsIn(answer).some(({ field }) => field.startsWith('options.')))
    throw new CommandFailure('wrongUsage', refused(answer).message);
}

/** The faults of a row: those that it came with, and those that the service finds in its other fields. */
export async function faultsOf(caller: PatientCaller, row: Row, body: object): Promise<readonly RowFault[]> {
  const known = new Set(row.faults.map(({ field }) => field));
  // The whole row could not be read.
  if (known.has('')) return row.faults;
  const answer = await caller.post(VALIDATE, { ...body, data: row.data });
  const found = faultsIn(answer).filter(({ field }) => !known.has(field));
  return [...row.faults, ...found.map((fault) => ({ row: row.number, ...fault }))];
}

function faultsIn({ status, bytes }: Answer): readonly Omit<RowFault, 'row'>[] {
  if (status < 300) return [];
  const { message, error, details } = readRefusal(bytes);
  const faults = [
    ...(details?.missing_fields ?? []).map((field) => ({ field, message: 'is missing' })),
    ...(details?.invalid_fields ?? []),
  ];
  return faults.length > 0 ? faults : [{ field: '', message: message ?? error ?? `is refused (${status})` }];
}
