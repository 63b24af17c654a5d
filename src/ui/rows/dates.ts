import { MONTHS as MONTH_NAMES } from '../../../schemas/shared/months.ts';
import { isDay } from '../../lib/day.ts';

const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase());

/**
 * The dates that a text may mean, as `YYYY-MM-DD`: none when it is no date, two when day and month can be exchanged.
 * Takes `2027-01-04`, `4 January 2027`, `Jan 4, 2027`, `4th of January 2027`, `4.1.2027`, `4/1/2027`.
 */
export function readDate(text: string): string[] {
  const plain = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain);
  if (iso !== null) return real(iso[1], iso[2], iso[3]);
  const numbers = /^(\d{1,2})([-/. ]) ?(\d{1,2})\2 ?(\d{4})$/.exec(plain);
  if (numbers !== null) {
    const [, first, mark, second, year] = numbers;
    const dayFirst = real(year, second, first);
    // Points are written where the day comes first.
    return mark === '.' ? dayFirst : [...new Set([...dayFirst, ...real(year, first, second)])];
  }
  const words = plain
    .replaceAll(/(\d)(st|nd|rd|th)\b|\bof\b|[,.]/g, '$1 ')
    .trim()
    .split(/ +/);
  const month = words.map(monthOf).find((one) => one > 0) ?? 0;
  const others = words.filter((word) => monthOf(word) === 0);
  const [year, day] = others.toSorted((one, other) => other.length - one.length);
  return others.length === 2 ? real(year, String(month), day) : [];
}

function monthOf(word: string): number {
  return word.length < 3 ? 0 : MONTHS.findIndex((month) => month.startsWith(word)) + 1;
}

/** The date if there is such a day. */
function real(year = '', month = '', day = ''): string[] {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(date) ? [date] : [];
}

/** `2027-01-04` → `4 January 2027`; another text stays as it is. */
export function writeDate(value: string): string {
  if (!isDay(value)) return value;
  return new Date(value).toLocaleDateString('en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric' },
    timeZone: 'UTC',
  });
}
