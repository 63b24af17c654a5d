/** A fault in a file below templates-html/ or schemas/, for the author of the file. */
export interface SourceFault {
  /** Relative to the project's folder, as "schemas/loan-note/sample.json". */
  readonly file: string;
  /** From 1; absent when the fault has no line. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** What is wrong, and the cure. */
  readonly reason: string;
}

export function describeSourceFault({ file, line, column, reason }: SourceFault): string {
  const where = [line !== undefined && `line ${line}`, column !== undefined && `column ${column}`];
  return `${[file, ...where.filter(Boolean)].join(', ')}: ${reason}`;
}

/** For a file or folder that could not be read. */
export function unreadable(file: string, error: unknown): SourceFault {
  const { code } = error as NodeJS.ErrnoException;
  const reason =
    code === 'ENOENT'
      ? 'it is not there; put it back'
      : `it cannot be read (${code}); give the user that runs the service the right to read it`;
  return { file, reason };
}

/** All faults of the catalogue, in one message. */
export class SourceFaults extends Error {
  override readonly name = 'SourceFaults';
  readonly faults: readonly SourceFault[];

  constructor(faults: readonly SourceFault[]) {
    const lines = new Set(faults.map(describeSourceFault));
    super(['The documents cannot be made:', ...lines].join('\n  '));
    this.faults = faults;
  }
}
