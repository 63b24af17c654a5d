const DATE = /^\d{4}-\d\d-\d\d$/;

/** A calendar date, or a date with time and time zone, in the years 1000 to 2999. */
const MOMENT = /^([12]\d{3}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Whether a text is a real date, YYYY-MM-DD, of the years 0001 to 9999. */
export function isDate(text: string): boolean {
  return DATE.test(text) && !text.startsWith('0000') && isInCalendar(text);
}

/** Whether a text is a moment that `Date` can parse; a date means its first moment in UTC. */
export function isMoment(text: string): boolean {
  const [, date] = MOMENT.exec(text) ?? [];
  return date !== undefined && !Number.isNaN(Date.parse(text)) && isInCalendar(date);
}

/** `Date` turns 30 February into 2 March. */
function isInCalendar(date: string): boolean {
  const day = new Date(date);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}
