const DATE = /^\d{4}-\d\d-\d\d$/;

/** A calendar date, or a date with a time and its zone, of the second or third millennium. */
const MOMENT = /^([12]\d{3}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Whether a text is a real date, YYYY-MM-DD, of the years 0001 to 9999. */
export function isDate(text: string): boolean {
  return DATE.test(text) && !text.startsWith('0000') && isInCalendar(text);
}

/** Whether a text names a moment, as `Date` reads it; a date is its first moment in UTC. */
export function isMoment(text: string): boolean {
  const [, date] = MOMENT.exec(text) ?? [];
  return date !== undefined && !Number.isNaN(Date.parse(text)) && isInCalendar(date);
}

/** `Date` takes the 30th of February for the 2nd of March. */
function isInCalendar(date: string): boolean {
  const day = new Date(date);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}
