/** A schema of data, as far as it describes fields: a template's, a company's own, or one as the service publishes it. */
export interface DataSchema {
  readonly $comment?: string;
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  /** The values of a choice, each with the words that the text prints for it. */
  readonly choices?: readonly (readonly [string, string])[];
  readonly money?: boolean;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: DataSchema;
  readonly properties?: Readonly<Record<string, DataSchema>>;
  readonly required?: readonly string[] | undefined;
  readonly allOf?: readonly DataSchema[];
  /** Published: what is required when a field is set, by the name of that field. */
  readonly dependencies?: Readonly<Record<string, DataSchema>>;
  readonly if?: DataSchema;
  readonly then?: DataSchema;
}
