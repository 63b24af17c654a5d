const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether a text is a day of the calendar, YYYY-MM-DD. `Date` turns 30 February into 2 March. */
export function isDay(text: string): boolean {
  const day = new Date(text);
  return DAY.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
