import type { Data } from '../../lib/paths.ts';

/** A row of the input, numbered from 1. */
export interface Row {
  readonly number: number;
  readonly data: Data;
  /** What is wrong with it that the service need not be asked about. */
  readonly faults: readonly RowFault[];
}

export interface RowFault {
  readonly row: number;
  /** Path of the field; "" for the whole row. */
  readonly field: string;
  readonly message: string;
}
