import { fieldAt } from '../../../../lib/paths.ts';
import type { PublishedSchema } from '../../../rows/published-schema.ts';

/** Whose change a lawyer looks at first: money, dates, parties, the rest. */
const RANKS: readonly ((field: PublishedSchema | undefined, path: string) => boolean)[] = [
  (field, path) => field?.type === 'number' || /currency/i.test(path),
  (field) => field?.format === 'date',
  (_, path) => /^(parties\[|rc[A-Z]|firstName|lastName|employer|employee)/.test(path),
];

/** Paths in the order in which their changes matter; equal ones stay as they are. */
export function byWeight(schema: PublishedSchema, paths: readonly string[]): string[] {
  const rank = (path: string) => {
    const field = fieldAt(schema, path);
    const found = RANKS.findIndex((matches) => matches(field, path));
    return found < 0 ? RANKS.length : found;
  };
  return paths.toSorted((one, other) => rank(one) - rank(other));
}
