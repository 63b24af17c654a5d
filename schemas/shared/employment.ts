import type { TSchema } from '@sinclair/typebox';
import { belowMinimum, TOO_LONG_A_WEEK, TOO_MANY_HOURS } from './below-minimum.ts';
import { employerFields } from './company.ts';
import { dispute, disputePlace, specialTerms } from './dispute.ts';
import { governingLaw, NO_REASON } from './employment-law.ts';
import {
  amount,
  country,
  date,
  email,
  flag,
  list,
  object,
  oneOf,
  requiredWhen,
  section,
  text,
} from './fields.ts';
import { currencyConditions, currencyFields } from './money.ts';
import {
  contradicts,
  NEEDS_UNIT,
  notBefore,
  notLonger,
  numberIn,
  onlyIf,
  onlyWith,
  UNLIKELY_ZERO,
  unlikelyOutside,
} from './warnings.ts';

/**
 * The fields of the three employment agreements (specification, "Employment templates data"), in the order of the
 * table. Fields are required by conditions only. `Differences` says which groups an agreement has.
 */

const employer = {
  ...employerFields,
  employerEmail: email({
    title: 'Employer’s email',
    description: 'Email address for notices to the employer.',
    example: 'hr@baobab.example',
  }),
};

const person = {
  effectiveDate: date({
    title: 'Date of the offer letter',
    description: 'May be backdated or post-dated.',
    example: '2026-11-21',
  }),
  firstName: text({
    title: 'First name',
    description: "The employee's first name, as on official documents.",
    example: 'Ọláwálé',
  }),
  lastName: text({
    title: 'Last name',
    description: "The employee's last name.",
    help: '',
    example: 'Adébáyọ̀',
  }),
  address: text({ title: 'Address', description: 'Number and street.', example: '18 Herbert Macaulay Way' }),
  town: text({ title: 'Town', description: "The employee's town.", help: '', example: 'Yaba' }),
  city: text({
    title: 'State or region',
    description: "The employee's state or city.",
    help: '',
    example: 'Lagos',
  }),
  country: country({
    title: 'Country',
    description: "The employee's country.",
    help: '',
    example: 'Nigeria',
  }),
  employeeEmail: email({
    title: 'Employee’s email',
    description: 'Email address for notices to the employee.',
    example: 'olawale@adebayo.example',
  }),
};

const LATER_THAN_START = contradicts(
  'Contradicts an earlier commencementDate.',
  'is after commencementDate; correct one of the two',
  (value, { data: { commencementDate } }) =>
    typeof value === 'string' && typeof commencementDate === 'string' && value > commencementDate,
);

const engagement = {
  commencementDate: date({
    title: 'Start date',
    description: 'The first day of the employment.',
    help: '',
    example: '2027-01-04',
    warnings: [notBefore('effectiveDate')],
  }),
  continuousFrom: date({
    title: 'Continuous employment from',
    description: 'The start of earlier employment that counts as part of this one.',
    example: '2024-03-01',
    warnings: [LATER_THAN_START],
  }),
  reportingLine: text({
    title: 'Reporting line',
    description: 'Whom the employee reports to.',
    example: 'The Head of Engineering',
  }),
  fixed: flag({
    title: 'Fixed period',
    description: 'Whether employment is for a fixed period.',
    example: true,
  }),
  employmentDuration: text({
    title: 'Length of employment',
    description: 'How long the fixed period is.',
    forCallers: 'Required if fixed is true.',
    example: '24 months',
    warnings: [onlyIf('fixed'), NEEDS_UNIT, ...NO_REASON],
  }),
  fixedReason: text({
    title: 'Reason for the fixed period',
    description:
      'Why employment is for a fixed period. Some laws want it in the contract, such as those of New Zealand and South Africa.',
    example: 'replacing an employee on leave',
    warnings: [onlyIf('fixed')],
  }),
  probationClause: flag({
    title: 'Probation',
    description: 'Whether there is a probation period.',
    example: true,
  }),
  probation: text({
    title: 'Length of probation',
    description: 'How long probation lasts.',
    forCallers: 'Required if probationClause is true.',
    example: '3 months',
    warnings: [
      onlyIf('probationClause'),
      NEEDS_UNIT,
      notLonger('employmentDuration'),
      ...belowMinimum('probation'),
    ],
  }),
  part_time: flag({
    title: 'Part-time',
    description: 'true for a part-time worker (particular days or half days), false for a full-time one.',
    help: 'Yes for a part-time worker (particular days or half days), no for a full-time one.',
    example: true,
  }),
  maximumHours: text({
    title: 'Maximum hours',
    description: 'Maximum shift hours per week.',
    forCallers: 'Required if part_time is true.',
    example: '24',
    warnings: [onlyIf('part_time'), unlikelyOutside(1, 168), ...TOO_MANY_HOURS],
  }),
};

const pay = {
  salaryFrequency: oneOf(['Weekly', 'Monthly', 'Annually'], {
    title: 'Salary frequency',
    description: 'The period of which grossSalary is the pay.',
    help: 'The period that the salary is paid for.',
    example: 'Monthly',
  }),
  ...currencyFields,
  grossSalary: amount({
    title: 'Gross salary',
    description:
      'Total salary, including taxes and deductions: of a week, a month or a year, as salaryFrequency says. A year’s ' +
      'is paid in equal monthly parts.',
    help: 'A year’s is paid in equal monthly parts.',
    example: 1_250_000,
    warnings: [UNLIKELY_ZERO],
  }),
};

/** S and D only. */
const provisions = {
  isEquipment: flag({
    title: 'Equipment',
    description: 'Whether the employee receives equipment.',
    example: true,
  }),
  equipments: list({
    title: 'Equipment provided',
    description: 'The equipment, one piece an entry.',
    forCallers: 'Required if isEquipment is true.',
    example: 'Laptop computer with charger',
    warnings: [onlyIf('isEquipment')],
  }),
  isBenefits: flag({
    title: 'Benefits',
    description: 'Whether the employee is entitled to benefits.',
    example: true,
  }),
  benefits: list({
    title: 'Benefits provided',
    description: 'The benefits, one an entry.',
    forCallers: 'Required if isBenefits is true.',
    example: 'Health insurance for the employee and up to four dependants',
    warnings: [onlyIf('isBenefits')],
  }),
};

const WORKING_DAYS = [
  'Monday to Fridays',
  'Monday to Saturday',
  'All 7 days of the week',
  'Three days a week',
] as const;

const DAYS_A_WEEK: ReadonlyMap<unknown, number> = new Map([
  [WORKING_DAYS[0], 5],
  [WORKING_DAYS[1], 6],
  [WORKING_DAYS[2], 7],
  [WORKING_DAYS[3], 3],
]);

const MORE_THAN_WORKING_DAYS = contradicts(
  'Contradicts workingDays with fewer days a week.',
  'is more days a week than workingDays has; correct one of the two',
  (value, { data }) => (numberIn(value) ?? 0) > (DAYS_A_WEEK.get(data.workingDays) ?? 7),
);

/** Fields of the agreements for developers and DevOps engineers; a mechanic has no place of work to choose. */
const place = {
  placeOfWork: oneOf(['Remote', 'Non-Remote', 'Hybrid'], {
    title: 'Place of work',
    description: 'Where the employee works.',
    example: 'Hybrid',
    printed: {
      'Non-Remote': 'On site, at the Workplace',
      Hybrid: 'Hybrid: at the Workplace and remote',
    },
  }),
  remotePlatform: text({
    title: 'Communication platform',
    description: 'Platform for remote work.',
    forCallers: 'Required if placeOfWork is Remote or Hybrid.',
    example: 'Slack',
    warnings: [onlyWith('placeOfWork', ['Remote', 'Hybrid'])],
  }),
  hybridOfficeDays: text({
    title: 'Office days',
    description: 'Office days per week.',
    help: '',
    forCallers: 'Required if placeOfWork is Hybrid.',
    example: '2',
    warnings: [onlyWith('placeOfWork', ['Hybrid']), unlikelyOutside(1, 7), MORE_THAN_WORKING_DAYS],
  }),
};

const THREE_DAYS_FULL_TIME = contradicts(
  'Three days a week contradict full time (part_time false).',
  'is three days a week, but part_time is false, which means full time; correct one of the two',
  (value, { data }) => value === 'Three days a week' && data.part_time === false,
);

const NO_TIME = contradicts(
  'Contradicts the same startingTime.',
  'is the same as startingTime; correct one of the two',
  (value, { data }) => value === data.startingTime,
);

const workplace = {
  workplaceAddress: text({
    title: 'Address of the workplace',
    description: 'Address of the office, workshop or site where the employee usually works.',
    example: '12 Marina, Lagos Island, Lagos',
  }),
};

const hours = (workingDays: readonly string[]) => ({
  startingTime: text({
    title: 'Starting time',
    description: 'Official starting time.',
    help: '',
    example: '9:00 am',
  }),
  closingTime: text({
    title: 'Closing time',
    description: 'Official closing time.',
    help: '',
    example: '5:00 pm',
    warnings: [NO_TIME, ...TOO_LONG_A_WEEK],
  }),
  workingDays: oneOf(workingDays, {
    title: 'Working days',
    description: 'Days of the week on which the employee works.',
    example: 'Monday to Fridays',
    printed: {
      'Monday to Fridays': 'Monday to Friday',
      'All 7 days of the week': 'All seven days of the week, by roster',
    },
    warnings: [THREE_DAYS_FULL_TIME],
  }),
});

const terms = {
  collectiveAgreement: text({
    title: 'Collective agreement',
    description: 'The collective agreement that applies to the employment.',
    example: 'The agreement of the National Joint Industrial Council',
  }),
  leaveDays: text({
    title: 'Leave days',
    description: 'Number of leave days in a year.',
    example: '20',
    warnings: [unlikelyOutside(0, 366), ...belowMinimum('leaveDays')],
  }),
  sickLeave: text({
    title: 'Sick leave',
    description: 'Working days of sick leave in a year: days on which the employee is due to work.',
    example: '12',
    warnings: [unlikelyOutside(0, 366), ...belowMinimum('sickLeave')],
  }),
  priorNotice: text({
    title: 'Notice',
    description: 'Length of notice of termination.',
    example: 'One month',
    warnings: [NEEDS_UNIT, ...belowMinimum('priorNotice')],
  }),
  duties: list({
    title: 'Duties',
    description: 'Tasks and responsibilities, one an entry.',
    example: 'Keep the agreed service levels',
  }),
};

const signature = {
  management: text({
    title: 'Signatory',
    description: 'Who signs for the employer.',
    example: 'Ngozi Eze, Director',
  }),
  signatoryName: text({
    title: 'Name of the signatory',
    description: 'Who signs for the employer, where management names a post or another person.',
    example: 'Ngozi Eze',
  }),
  signatoryTitle: text({
    title: 'Title of the signatory',
    description: 'Title or office of the person who signs for the employer.',
    example: 'Managing Director',
  }),
};

const conditions = {
  always: [
    requiredWhen('fixed', [true], 'employmentDuration'),
    requiredWhen('probationClause', [true], 'probation'),
    requiredWhen('part_time', [true], 'maximumHours'),
    ...currencyConditions,
  ],
  provisions: [
    requiredWhen('isEquipment', [true], 'equipments'),
    requiredWhen('isBenefits', [true], 'benefits'),
  ],
  place: [
    requiredWhen('placeOfWork', ['Remote', 'Hybrid'], 'remotePlatform'),
    requiredWhen('placeOfWork', ['Hybrid'], 'hybridOfficeDays'),
  ],
};

interface Differences {
  /** Equipment and benefits. */
  readonly provisions: boolean;
  readonly place: boolean;
  readonly threeDayWeek: boolean;
}

/** The `data` schema of one employment agreement. */
export function employment(has: Differences) {
  const fields: Record<string, TSchema> = {
    ...section('The employer', employer),
    ...section('Offer and employee', person),
    ...section('Employment', engagement),
    ...section('Pay', pay),
    ...(has.provisions && section('Equipment and benefits', provisions)),
    ...section('Place and hours of work', {
      ...(has.place && place),
      ...workplace,
      ...hours(has.threeDayWeek ? WORKING_DAYS : WORKING_DAYS.slice(0, 3)),
    }),
    ...section('Leave, notice and duties', terms),
    ...section('Signature', signature),
    ...section('Law, disputes and special terms', { dispute, governingLaw, ...disputePlace, specialTerms }),
  };
  return object(fields, {
    conditions: [
      ...conditions.always,
      ...(has.provisions ? conditions.provisions : []),
      ...(has.place ? conditions.place : []),
    ],
  });
}
