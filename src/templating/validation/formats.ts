import { isDay } from '../../lib/day.ts';
import { isEmail, isPrintable } from './text.ts';

/** What the `format` of a text means. */
export const FORMATS = {
  text: isPrintable,
  date: isDate,
  email: isEmail,
  instant: isInstant,
  moment: isMoment,
};

/** A calendar date, or a date with time and time zone, in the years 1000 to 2999. */
const MOMENT = /^([12]\d{3}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Whether a text is a real date, YYYY-MM-DD, of the years 0001 to 9999. */
function isDate(text: string): boolean {
  return isDay(text) && !text.startsWith('0000');
}

/** Whether a text is a moment that `Date` can parse; a date means its first moment in UTC. */
export function isMoment(text: string): boolean {
  const [, date] = MOMENT.exec(text) ?? [];
  return date !== undefined && !Number.isNaN(Date.parse(text)) && isDay(date);
}

/** RFC 3339, in whole seconds. A leap second is none that `Date` knows. */
const INSTANT =
  /^(\d{4}-\d\d-\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.0+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a text is a moment that a file can name: RFC 3339, in the years that a ZIP file can hold (1980 to 2099). */
function isInstant(text: string): boolean {
  const [, date] = INSTANT.exec(text) ?? [];
  if (date === undefined || !isDay(date)) return false;
  const year = new Date(text).getUTCFullYear();
  return year >= 1980 && year <= 2099;
}
