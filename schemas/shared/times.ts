const HOUR = 60;
const DAY = 24 * HOUR;
const TIME = /^(?<hour>\d{1,2})(?:[:.](?<minute>\d{2}))? ?(?<half>[ap]\.?m\.?)?$/;

/** A time of day in minutes, and whether it says which half of the day it is in; undefined for other texts. */
function timeIn(value: unknown): { readonly minutes: number; readonly isCertain: boolean } | undefined {
  const { hour, minute = '0', half } = TIME.exec(String(value).trim().toLowerCase())?.groups ?? {};
  if (hour === undefined) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.startsWith('p') ? 12 : 0);
  const minutes = hours * HOUR + Number(minute);
  return { minutes, isCertain: half !== undefined || hours > 12 };
}

/**
 * "10:00 am" to "18:30" in minutes after midnight; undefined if they cannot be read. The end may be on the next day.
 * @param from when it begins
 * @param to when it ends
 */
export function spanOf(from: unknown, to: unknown): readonly [begin: number, end: number] | undefined {
  const [begin, end] = [timeIn(from), timeIn(to)];
  if (begin === undefined || end === undefined || begin.minutes === end.minutes) return undefined;
  if (end.minutes > begin.minutes) return [begin.minutes, end.minutes];
  // "10:00 to 6:00" may be meant as "6 pm".
  return begin.isCertain ? [begin.minutes, end.minutes + DAY] : undefined;
}
