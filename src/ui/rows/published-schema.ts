import type { DataSchema } from '../../lib/schema.ts';

export type PublishedSchema = DataSchema;

/** Whether a number is an amount, with the decimals of the data's currency. */
export function isMoney({ money, $comment = '' }: PublishedSchema): boolean {
  return money === true || $comment.split('\n').includes('money: true');
}
