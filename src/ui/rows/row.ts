import type { Data } from '../../lib/paths.ts';

/** Where a row stands in its file. Blank rows count. */
export interface RowPlace {
  /** From 1, below the header. */
  readonly row: number;
  /** As a spreadsheet numbers it: the header that begins a file is line 1. */
  readonly line: number;
}

export interface Row {
  /** As `row` of its place. */
  readonly number: number;
  readonly line: number;
  readonly data: Data;
  /** What is wrong with it that the service need not be asked about. */
  readonly faults: readonly RowFault[];
}

export interface RowFault extends RowPlace {
  /** Path of the field; "" for the whole row. */
  readonly field: string;
  readonly message: string;
}
