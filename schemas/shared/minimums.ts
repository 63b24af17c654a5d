/**
 * What laws want of an employment at least, or allow at most, where a field of the employment agreements has it. A field or
 * a law without a row was not looked up. docs/texts/minimums.md has the sources.
 */

export interface Minimum {
  /** ISO 3166-1 code of the country. */
  readonly law: string;
  readonly field: Field;
  readonly limit: 'least' | 'most';
  readonly value: number;
  readonly unit: Unit;
  readonly statute: string;
  /** The law has another rule for those who are paid by the week. */
  readonly notIfPaidWeekly: boolean;
}

/** What a law wants of the field: so much at least, or at most. `weeklyHours` is computed of several fields. */
const LIMITS = {
  leaveDays: 'least',
  sickLeave: 'least',
  priorNotice: 'least',
  probation: 'most',
  weeklyHours: 'most',
} as const;

type Field = keyof typeof LIMITS;

/** `weeks worked` are as many days as the employee works in so many weeks. */
type Unit = 'working days' | 'weeks worked' | 'days' | 'months' | 'hours';

/** Month in which the rows were looked up. */
export const LOOKED_UP = 'November 2026';

type Row = readonly [field: Field, value: number, unit: Unit, statute: string, notIfPaidWeekly?: true];

const LAWS: Readonly<Record<string, readonly Row[]>> = {
  GH: [
    ['leaveDays', 15, 'working days', 'Labour Act 2003, section 20'],
    ['priorNotice', 14, 'days', 'Labour Act 2003, section 17', true],
    ['weeklyHours', 40, 'hours', 'Labour Act 2003, section 33'],
  ],
  KE: [
    ['leaveDays', 21, 'working days', 'Employment Act 2007, section 28'],
    ['sickLeave', 7, 'working days', 'Employment Act 2007, section 30'],
    ['priorNotice', 28, 'days', 'Employment Act 2007, section 35', true],
    ['probation', 6, 'months', 'Employment Act 2007, section 42'],
    ['weeklyHours', 52, 'hours', 'Regulation of Wages (General) Order 1982, regulation 5'],
  ],
  NG: [
    ['leaveDays', 6, 'working days', 'Labour Act, section 18'],
    ['sickLeave', 12, 'working days', 'Labour Act, section 16'],
    ['priorNotice', 7, 'days', 'Labour Act, section 11, after three months'],
  ],
  ZA: [
    ['leaveDays', 3, 'weeks worked', 'Basic Conditions of Employment Act 1997, section 20'],
    [
      'sickLeave',
      2,
      'weeks worked',
      'Basic Conditions of Employment Act 1997, section 22: six weeks in three years',
    ],
    ['priorNotice', 7, 'days', 'Basic Conditions of Employment Act 1997, section 37'],
    ['weeklyHours', 45, 'hours', 'Basic Conditions of Employment Act 1997, section 9'],
  ],
  GB: [
    ['leaveDays', 4, 'weeks worked', 'Working Time Regulations 1998, regulation 13, besides public holidays'],
    ['priorNotice', 7, 'days', 'Employment Rights Act 1996, section 86'],
    [
      'weeklyHours',
      48,
      'hours',
      'Working Time Regulations 1998, regulation 4, unless the employee has agreed to more',
    ],
  ],
};

export const MINIMUMS: readonly Minimum[] = Object.entries(LAWS).flatMap(([law, rows]) =>
  rows.map(([field, value, unit, statute, notIfPaidWeekly = false]) => ({
    ...{ law, field, limit: LIMITS[field], value, unit, statute, notIfPaidWeekly },
  })),
);
