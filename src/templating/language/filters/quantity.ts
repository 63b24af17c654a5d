import { isBareNumber } from '../../../../schemas/shared/bare-number.ts';
import { toText } from '../values.ts';

const ONE = /^(?:1|one)\b(?!\.)/i;
const TEN_OR_MORE = /^one hundred/i;

/**
 * Adds the unit to a bare number: "20" with "day" → "20 days", "one" → "one day", "twenty (20)" → "twenty (20) days",
 * with a no-break space. Values with a unit ("two weeks", "as agreed") and absent values are returned unchanged.
 * @param unit in the singular; the plural adds an s
 */
export function quantity(value: unknown, unit: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const count = String(value).trim();
  if (!isBareNumber(count)) return value;
  const isOne = ONE.test(count) && !TEN_OR_MORE.test(count);
  return `${count}\u00a0${toText(unit)}${isOne ? '' : 's'}`;
}
