import { spanOf } from './times.ts';
import { contradicts, numberIn } from './warnings.ts';

/** What a list of sessions says against itself, and against the hours that are booked. */

type Fields = Readonly<Record<string, unknown>>;

const HOUR = 60;

function sessionsOf({ sessions }: Fields): readonly Fields[] {
  return Array.isArray(sessions) ? (sessions as readonly Fields[]) : [];
}

/** On `totalHours`. */
export const OTHER_HOURS = contradicts(
  'Contradicts sessions that last longer or shorter together.',
  'is not how long the sessions last together; correct one of them, unless more sessions are still to be agreed',
  (value, { data }) => {
    const spans = sessionsOf(data).map(({ from, to }) => spanOf(from, to));
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
  const [span, otherSpan] = [spanOf(one.from, one.to), spanOf(other.from, other.to)];
  if (span === undefined || otherSpan === undefined) return one.from === other.from;
  return span[0] < otherSpan[1] && otherSpan[0] < span[1];
}
