import { isDay } from '../../../lib/day.ts';
import { toText } from '../values.ts';

const formatFor = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

const DAY_FIRST = formatFor('en-GB');
const MONTH_FIRST = formatFor('en-US');

/** The countries that write the month first, by their names in the Supported Countries list. */
const MONTH_FIRST_COUNTRY =
  /^(?:United States(?: of America)?|American Samoa|Guam|Puerto Rico|Palau|Virgin Islands,? \(?U\.S\.\)?|United States (?:Virgin|Minor Outlying) Islands|(?:Northern Mariana|Marshall) Islands|Micronesia.*|Philippines)(?: \(the\))?$/;

/**
 * "2026-11-21" → "21 November 2026", with no-break spaces. Returns any other value unchanged.
 * @param law the country whose law governs the document: "November 21, 2026" under that of the United States
 */
export function date(value: unknown, law?: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (!isDay(text)) return value;
  const format = MONTH_FIRST_COUNTRY.test(toText(law)) ? MONTH_FIRST : DAY_FIRST;
  return format.format(new Date(text)).replaceAll(' ', '\u00a0');
}
