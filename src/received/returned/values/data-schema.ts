/** A schema of data, as it survives a structured clone. */
export interface DataSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly choices?: readonly (readonly [string, string])[];
  readonly money?: boolean;
  readonly properties?: Readonly<Record<string, DataSchema>>;
  readonly items?: DataSchema;
  readonly maxItems?: number;
  readonly examples?: readonly unknown[];
}
