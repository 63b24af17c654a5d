import type { DataSchema } from '../../lib/schema.ts';

export type PublishedSchema = DataSchema;

/** Whether a number is an amount, with the decimals of the data's currency. */
export function isMoney(field: PublishedSchema): boolean {
  return field.money === true || noteOf(field, 'money') === 'true';
}

/** A note of the schema's `$comment`, which has a line for each: `section: Pay`. */
export function noteOf(
  { $comment = '' }: PublishedSchema,
  name: 'section' | 'help' | 'money',
): string | undefined {
  const line = $comment.split('\n').find((one) => one.startsWith(`${name}: `));
  return line?.slice(name.length + 2);
}
