import { contradicts, numberIn } from './warnings.ts';

/** What a list of sessions says against itself, and against the hours that are booked. */

type Fields = Readonly<Record<string, unknown>>;

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

/** Beginning and end in minutes; undefined if they cannot be read. The end may be after midnight. */
function spanOf({ from, to }: Fields): readonly [begin: number, end: number] | undefined {
  const [begin, end] = [timeIn(from), timeIn(to)];
  if (begin === undefined || end === undefined || begin.minutes === end.minutes) return undefined;
  if (end.minutes > begin.minutes) return [begin.minutes, end.minutes];
  // "10:00 to 6:00" may be meant as "6 pm".
  return begin.isCertain ? [begin.minutes, end.minutes + DAY] : undefined;
}

function sessionsOf({ sessions }: Fields): readonly Fields[] {
  return Array.isArray(sessions) ? (sessions as readonly Fields[]) : [];
}

/** On `totalHours`. */
export const OTHER_HOURS = contradicts(
  'Contradicts sessions that last longer or shorter together.',
  'is not how long the sessions last together; correct one of them, unless more sessions are still to be agreed',
  (value, { data }) => {
    const spans = sessionsOf(data).map(spanOf);
    const hours = numberIn(value);
    if (hours === undefined || spans.length === 0) return false;
    const minutes = spans.map((span) => (span === undefined ? Number.NaN : span[1] - span[0]));
    const sum = minutes.reduce((total, one) => total + one, 0);
    return !Number.isNaN(sum) && sum !== hours * HOUR;
  },
);

/** On the `date` of a session. */
export const SAME_TIME = contradicts(
  'Contradicts another session at the same time.',
  'is the day of another session at the same time; correct one of the two',
  (value, { data, before }) => {
    const session = sessionsOf(data)[before.length] ?? {};
    return before.some((other) => other.date === value && overlap(session, other));
  },
);

function overlap(one: Fields, other: Fields): boolean {
  const [span, otherSpan] = [spanOf(one), spanOf(other)];
  if (span === undefined || otherSpan === undefined) return one.from === other.from;
  return span[0] < otherSpan[1] && otherSpan[0] < span[1];
}
