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

/** The files of a project as they were at one moment. */
export interface FilesRevision {
  /** Another one after each change. */
  readonly revision: string;
  /** `<templateId>/<version>` → SHA-256 of its text on the disk, in hexadecimal. */
  readonly texts: Readonly<Record<string, string>>;
  readonly faults: readonly SourceFault[];
  /** Probable mistakes, which are accepted. */
  readonly warnings: readonly SourceFault[];
}
