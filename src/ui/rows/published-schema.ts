/** The part of JSON Schema that the service's own schemas use. */
export interface PublishedSchema {
  readonly $comment?: string;
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  /** Of a schema that is not published yet; `isMoney` reads both. */
  readonly money?: boolean;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: PublishedSchema;
  readonly properties?: Readonly<Record<string, PublishedSchema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly PublishedSchema[];
  /** What is required when a field is set, by the name of that field. */
  readonly dependencies?: Readonly<Record<string, PublishedSchema>>;
  readonly if?: PublishedSchema;
  readonly then?: PublishedSchema;
}

/** Whether a number is an amount, with the decimals of the data's currency. */
export function isMoney({ money, $comment = '' }: PublishedSchema): boolean {
  return money === true || $comment.split('\n').includes('money: true');
}
