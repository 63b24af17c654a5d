/**
 * What laws want of an employment at least, or allow at most, where a field of the employment agreements has it. A field or
 * a law without a row was not looked up. docs/texts/minimums.md has the sources.
 */

export interface Minimum {
  /** ISO 3166-1 code of the country. */
  readonly law: string;
  /** `weeklyHours` is computed of several fields. */
  readonly field: 'leaveDays' | 'sickLeave' | 'priorNotice' | 'probation' | 'weeklyHours';
  readonly limit: 'least' | 'most';
  readonly value: number;
  /** `weeks worked` are as many days as the employee works in so many weeks. */
  readonly unit: 'working days' | 'weeks worked' | 'days' | 'months' | 'hours';
  readonly statute: string;
  /** The law has another rule for those who are paid by the week. */
  readonly notIfPaidWeekly?: true;
}

/** Month in which the rows were looked up. */
export const LOOKED_UP = 'November 2026';

export const MINIMUMS: readonly Minimum[] = [
  {
    law: 'GH',
    field: 'leaveDays',
    limit: 'least',
    value: 15,
    unit: 'working days',
    statute: 'Labour Act 2003, section 20',
  },
  {
    law: 'GH',
    field: 'priorNotice',
    limit: 'least',
    value: 14,
    unit: 'days',
    statute: 'Labour Act 2003, section 17',
    notIfPaidWeekly: true,
  },
  {
    law: 'GH',
    field: 'weeklyHours',
    limit: 'most',
    value: 40,
    unit: 'hours',
    statute: 'Labour Act 2003, section 33',
  },
  {
    law: 'KE',
    field: 'leaveDays',
    limit: 'least',
    value: 21,
    unit: 'working days',
    statute: 'Employment Act 2007, section 28',
  },
  {
    law: 'KE',
    field: 'sickLeave',
    limit: 'least',
    value: 7,
    unit: 'working days',
    statute: 'Employment Act 2007, section 30',
  },
  {
    law: 'KE',
    field: 'priorNotice',
    limit: 'least',
    value: 28,
    unit: 'days',
    statute: 'Employment Act 2007, section 35',
    notIfPaidWeekly: true,
  },
  {
    law: 'KE',
    field: 'probation',
    limit: 'most',
    value: 6,
    unit: 'months',
    statute: 'Employment Act 2007, section 42',
  },
  {
    law: 'KE',
    field: 'weeklyHours',
    limit: 'most',
    value: 52,
    unit: 'hours',
    statute: 'Regulation of Wages (General) Order 1982, regulation 5',
  },
  {
    law: 'NG',
    field: 'leaveDays',
    limit: 'least',
    value: 6,
    unit: 'working days',
    statute: 'Labour Act, section 18',
  },
  {
    law: 'NG',
    field: 'sickLeave',
    limit: 'least',
    value: 12,
    unit: 'working days',
    statute: 'Labour Act, section 16',
  },
  {
    law: 'NG',
    field: 'priorNotice',
    limit: 'least',
    value: 7,
    unit: 'days',
    statute: 'Labour Act, section 11, after three months',
  },
  {
    law: 'ZA',
    field: 'leaveDays',
    limit: 'least',
    value: 3,
    unit: 'weeks worked',
    statute: 'Basic Conditions of Employment Act 1997, section 20',
  },
  {
    law: 'ZA',
    field: 'sickLeave',
    limit: 'least',
    value: 2,
    unit: 'weeks worked',
    statute: 'Basic Conditions of Employment Act 1997, section 22: six weeks in three years',
  },
  {
    law: 'ZA',
    field: 'priorNotice',
    limit: 'least',
    value: 7,
    unit: 'days',
    statute: 'Basic Conditions of Employment Act 1997, section 37',
  },
  {
    law: 'ZA',
    field: 'weeklyHours',
    limit: 'most',
    value: 45,
    unit: 'hours',
    statute: 'Basic Conditions of Employment Act 1997, section 9',
  },
  {
    law: 'GB',
    field: 'leaveDays',
    limit: 'least',
    value: 4,
    unit: 'weeks worked',
    statute: 'Working Time Regulations 1998, regulation 13, besides public holidays',
  },
  {
    law: 'GB',
    field: 'priorNotice',
    limit: 'least',
    value: 7,
    unit: 'days',
    statute: 'Employment Rights Act 1996, section 86',
  },
  {
    law: 'GB',
    field: 'weeklyHours',
    limit: 'most',
    value: 48,
    unit: 'hours',
    statute: 'Working Time Regulations 1998, regulation 4, unless the employee has agreed to more',
  },
];
