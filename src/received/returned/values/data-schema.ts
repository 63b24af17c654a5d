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

/** A value that stands for any other that is not known. */
export function placeholder({ type, format, enum: values }: DataSchema): unknown {
  if (values !== undefined) return values[0];
  if (format === 'date') return '2000-01-01';
  if (format === 'email') return 'a@b.example';
  if (type === 'boolean') return true;
  return type === 'number' || type === 'integer' ? 1 : 'Placeholder';
}
