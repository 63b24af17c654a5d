import { isAbsent, toText } from '../values.ts';

const UNITS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen';
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const WORDS = `(?:${UNITS}|(?:${TENS})(?:[- ](?:${UNITS}))?|(?:a|one) hundred)`;
const DIGITS = '\\d{1,9}(?:\\.\\d{1,4})?';
/** 20 · twenty · twenty (20) · 20 (twenty) */
const COUNT = new RegExp(`^(?:${DIGITS}|${WORDS})(?: ?\\((?:${DIGITS}|${WORDS})\\))?$`, 'i');
const MAX_COUNT_CHARACTERS = 64;
const ONE = /^(?:1|one)\b(?!\.)/i;
const TEN_OR_MORE = /^one hundred/i;

/** Whether a text is a number and nothing else: in digits, in English words, or both. */
export function isBareNumber(text: string): boolean {
  return text.length <= MAX_COUNT_CHARACTERS && COUNT.test(text);
}

/**
 * Adds the unit to a bare number: "20" with "day" → "20 days", "one" → "one day", "twenty (20)" → "twenty (20) days",
 * with a no-break space. Values with a unit ("two weeks", "as agreed") and absent values are returned unchanged.
 * @param unit in the singular; the plural adds an s
 */
export function quantity(value: unknown, unit: unknown): unknown {
  if (isAbsent(value) || (typeof value !== 'string' && typeof value !== 'number')) return value;
  const count = String(value).trim();
  if (!isBareNumber(count)) return value;
  const isOne = ONE.test(count) && !TEN_OR_MORE.test(count);
  return `${count}\u00a0${toText(unit)}${isOne ? '' : 's'}`;
}
