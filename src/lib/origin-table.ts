/** Where something stands: in a text or a shared part, at an index of its source without a byte order mark. */
export interface SourcePlace {
  readonly file: string;
  readonly offset: number;
}

/** A tag that decided about what was printed in it. */
export interface Condition extends SourcePlace {
  /** The paths of the fields that it read. */
  readonly fields: readonly string[];
  /** The condition around it; -1 for none. */
  readonly inside: number;
}

/** What the links of a preview do not say, as JSON in its attachment. */
export interface OriginTable {
  /** Names of the files, by the number that a link has. */
  readonly files: readonly string[];
  readonly conditions: readonly Condition[];
  readonly places: Readonly<Record<string, readonly SourcePlace[]>>;
  /** The clauses in which words of each file are printed: "7. Probation". */
  readonly clauses: Readonly<Record<string, readonly string[]>>;
  /** The fields of the data that were read, printed or not. */
  readonly read: readonly string[];
}
