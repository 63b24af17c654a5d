import type { TSchema } from '@sinclair/typebox';
import type { Field } from './schema-fields.ts';

const ITEMS = ['Kwara one', 'Benue two', 'Ondo three'];
const DECIMAL = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 });

/** A value that occurs in no template, and the texts that must be printed for it: none for flags and choices. */
export function distinctive({ kind, schema }: Field): { value: unknown; printed: readonly string[] } {
  switch (kind) {
    case 'text':
      return { value: 'Kwara one', printed: ['Kwara one'] };
    case 'email':
      return { value: 'kwara@one.example', printed: ['kwara@one.example'] };
    case 'texts':
      return { value: ITEMS, printed: ITEMS };
    case 'date':
      return { value: '2031-07-09', printed: ['9 July 2031'] };
    case 'number':
      return { value: numberFor(schema), printed: [DECIMAL.format(numberFor(schema))] };
    default:
      return { value: undefined, printed: [] };
  }
}

function numberFor({ type, maximum }: TSchema): number {
  const value = maximum === undefined ? 1_234_567.89 : 0.3725 * maximum;
  return type === 'integer' ? Math.floor(value) : value;
}
