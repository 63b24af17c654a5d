/** A fault of what a company sends with its own template. */
export interface SchemaFault {
  /** "schema.properties.rent.pattern" */
  readonly path: string;
  /** What is wrong, and what to write. */
  readonly reason: string;
}

/** More would not be read, and the first ones may cause the rest. */
const MAX_FAULTS = 20;
const MAX_PATH = 200;

export class FaultList {
  readonly all: SchemaFault[] = [];

  add(path: string, reason: string): undefined {
    // A name may be anything, of any length.
    const printable = path.replace(/[^\p{L}\p{N}_.$[\]…-]/gu, '…');
    const shown = printable.length > MAX_PATH ? `${printable.slice(0, MAX_PATH)}…` : printable;
    if (this.all.length < MAX_FAULTS) this.all.push({ path: shown, reason });
  }
}
