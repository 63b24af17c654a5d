/** A calendar date, or a date with a time and its zone, of the second or third millennium. */
const MOMENT = /^([12]\d{3}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Whether a text names a moment, as `Date` reads it; a date is its first moment in UTC. */
export function isMoment(text: string): boolean {
  const [, date] = MOMENT.exec(text) ?? [];
  if (date === undefined || Number.isNaN(Date.parse(text))) return false;
  // `Date` takes the 30th of February for the 2nd of March.
  return new Date(date).toISOString().startsWith(date);
}
