/** A schema of data, as it survives a structured clone. */
export interface DataSchema {
  readonly type?: string;
  readonly format?: string;
  /** Of a company's own template, also numbers and booleans. */
  readonly enum?: readonly (string | number | boolean)[];
  readonly choices?: readonly (readonly [string, string])[];
  readonly money?: boolean;
  readonly properties?: Readonly<Record<string, DataSchema>>;
  readonly items?: DataSchema;
  readonly maxItems?: number;
  readonly examples?: readonly unknown[];
}
