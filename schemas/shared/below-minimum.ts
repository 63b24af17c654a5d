import { codeOfCountry, countryByCode } from './countries.ts';
import { LOOKED_UP, MINIMUMS, type Minimum } from './minimums.ts';
import { spanOf } from './times.ts';
import { daysOf, numberIn, type Surroundings, type WarningRule } from './warnings.ts';

/** Warnings of values that the governing law does not allow, by the table of minimums. */

type Data = Surroundings['data'];

/** Days in which an employee with these working days works; a roster of all seven has a day of rest. */
const DAYS_OF_WORK: ReadonlyMap<unknown, number> = new Map([
  ['Monday to Fridays', 5],
  ['Monday to Saturday', 6],
  ['All 7 days of the week', 6],
  ['Three days a week', 3],
]);

/** On a field of the table. */
export function belowMinimum(field: 'leaveDays' | 'sickLeave' | 'priorNotice' | 'probation'): WarningRule[] {
  return rulesFor(field, (value, data, { unit }) => {
    if (unit === 'days' || unit === 'months') return daysOf(value);
    const number = numberIn(value);
    const isWeeks = /\bweeks?\b/i.test(String(value));
    return number === undefined || !isWeeks ? number : times(number, daysAWeek(data));
  });
}

/** On the end of the daily hours. */
export const TOO_LONG_A_WEEK = rulesFor('weeklyHours', (_value, data) => {
  const span = spanOf(data.startingTime, data.closingTime);
  const days = DAYS_OF_WORK.get(data.workingDays);
  // Part time has a limit of its own.
  if (span === undefined || days === undefined || data.maximumHours !== undefined) return undefined;
  const hours = (span[1] - span[0]) / 60;
  // A break of one hour does not count.
  return days * (hours > 6 ? hours - 1 : hours);
});

/** On the maximum of a part-time week. */
export const TOO_MANY_HOURS = rulesFor('weeklyHours', (value) => numberIn(value));

function rulesFor(
  field: Minimum['field'],
  given: (value: unknown, data: Data, row: Minimum) => number | undefined,
): WarningRule[] {
  const rows = MINIMUMS.filter((row) => row.field === field);
  return rows.map((row, index) => ({
    code: 'below_minimum',
    description: index === 0 ? describe(rows) : '',
    message: messageOf(row),
    holds: (value, { data }) => {
      if (codeOfCountry(data.governingLaw) !== row.law) return false;
      if (row.notIfPaidWeekly && data.salaryFrequency === 'Weekly') return false;
      const [number, limit] = [given(value, data, row), limitOf(row, data)];
      if (number === undefined || limit === undefined) return false;
      return row.limit === 'least' ? number < limit : number > limit;
    },
  }));
}

function limitOf({ value, unit }: Minimum, data: Data): number | undefined {
  if (unit === 'weeks worked') return times(value, daysAWeek(data));
  return unit === 'months' ? daysOf(`${value} months`) : value;
}

/** Undefined for part time on days that nobody knows. */
function daysAWeek({ workingDays, part_time, maximumHours }: Data): number | undefined {
  const isPartTime = part_time === true || (part_time !== false && maximumHours !== undefined);
  if (isPartTime && workingDays !== 'Three days a week') return undefined;
  return DAYS_OF_WORK.get(workingDays) ?? 5;
}

const times = (one: number, other: number | undefined) => (other === undefined ? undefined : one * other);

function messageOf({ law, limit, value, unit, statute }: Minimum): string {
  const what =
    unit === 'hours'
      ? `makes a week of more than the ${value} hours`
      : `is ${limit === 'least' ? 'less' : 'more'} than the ${value} ${unit}`;
  return `${what} of the law of ${nameOf(law)} (${statute}; looked up in ${LOOKED_UP})`;
}

function describe(rows: readonly Minimum[]): string {
  const names = rows.map(({ law }) => nameOf(law)).sort();
  const listed = `${names.slice(0, -1).join(', ')}${names.length > 1 ? ' and ' : ''}${names.at(-1)}`;
  return `Checked against the ${rows[0]?.limit === 'most' ? 'maximum' : 'minimum'} of the law of ${listed}.`;
}

function nameOf(code: string): string {
  const name = countryByCode(code) ?? code;
  return name === 'United Kingdom' ? `the ${name}` : name;
}
