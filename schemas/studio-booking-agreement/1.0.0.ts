import { Type } from '@sinclair/typebox';
import { dispute, disputePlace, governingLaw, specialTerms } from '../shared/dispute.ts';
import {
  amount,
  date,
  flag,
  HELP,
  list,
  object,
  oneOf,
  percentage,
  requiredWhen,
  section,
  text,
} from '../shared/fields.ts';
import { currencyConditions, currencyFields } from '../shared/money.ts';
import { party } from '../shared/party.ts';
import { OTHER_HOURS, SAME_TIME } from '../shared/session-hours.ts';
import {
  contradicts,
  NO_DEPOSIT,
  ONE_OF_EACH,
  onlyIf,
  UNLIKELY_ZERO,
  unlikelyOutside,
} from '../shared/warnings.ts';
import type { TemplateDefinition } from '../template.ts';
import sample from './sample.json' with { type: 'json' };

const definition = oneOf(['Artist', 'Studio'], {
  title: 'Role',
  description: 'Role of the party in the agreement.',
  example: 'Artist',
  warnings: [ONE_OF_EACH],
});

const DEPOSIT_OF_NOTHING = contradicts(
  'Contradicts a serviceFee of 0.',
  'is true, but serviceFee is 0, so that there is nothing to deposit; correct one of the two',
  (value, { data }) => value === true && data.serviceFee === 0,
);

const session = object(
  {
    date: date({
      title: 'Date',
      description: 'The day of the session.',
      example: '2027-02-08',
      warnings: [SAME_TIME],
    }),
    from: text({ title: 'From', description: 'When the session begins.', example: '10:00 am' }),
    to: text({ title: 'To', description: 'When the session ends.', example: '6:00 pm' }),
  },
  {},
  { title: 'Session', description: 'One session.' },
);

/** The fields of the spec's table "Studio booking agreement data", in its order. */
const data = object(
  {
    parties: Type.Array(party(definition, ['definition']), {
      title: 'Parties',
      description: 'The artist and the studio: exactly two entries.',
      minItems: 2,
      maxItems: 2,
    }),
    ...section('Booking', {
      session: flag({
        title: 'Hourly sessions',
        description: 'true for hourly sessions billed per hour, false for a fixed fee for the whole booking.',
        help: 'Yes for hourly sessions billed per hour, no for a fixed fee for the whole booking.',
        example: true,
      }),
      totalHours: text({
        title: 'Total hours',
        description: 'Total hours of all sessions.',
        help: '',
        forCallers: 'Required if session is true.',
        example: '40',
        warnings: [onlyIf('session'), unlikelyOutside(1, 2000), OTHER_HOURS],
      }),
      studioEngineer: flag({
        title: 'Engineer',
        description: 'Whether the studio provides an engineer.',
        example: true,
      }),
      cancellationNoticePeriod: text({
        title: 'Cancellation notice',
        description: 'Days before a booking date by which notice of cancellation must be given.',
        example: '7',
      }),
      cancellationCharge: text({
        title: 'Cancellation charge',
        description: 'Amount charged for cancelling; 0 means none.',
        example: '50000',
        noneIsMeant: true,
      }),
    }),
    ...section('Studio and record', {
      studioName: text({
        title: 'Studio name',
        description: 'Name of the studio.',
        example: 'Palmwine Sound Rooms',
      }),
      studioAddress: text({
        title: 'Studio address',
        description: 'Address of the studio.',
        example: '7 Admiralty Way, Lekki, Lagos',
      }),
      record: text({
        title: 'Record',
        description: 'Name of the record; square brackets [] if it is undecided.',
        example: 'Harmattan Letters',
      }),
      equipment: list({
        title: 'Equipment',
        description: 'Equipment that the studio provides, one piece an entry.',
        example: '24-channel mixing console',
      }),
    }),
    ...section('Fee and payment', {
      ...currencyFields,
      serviceFee: amount({
        title: 'Fee',
        description: 'Fee to the studio; per hour if session is true.',
        help: 'Fee to the studio: per hour for hourly sessions, otherwise for the whole booking.',
        example: 45_000,
        warnings: [UNLIKELY_ZERO],
      }),
      deposit: flag({
        title: 'Deposit',
        description: 'Whether an advance or deposit is payable.',
        example: true,
        warnings: [DEPOSIT_OF_NOTHING],
      }),
      depositPercent: percentage({
        title: 'Deposit percentage',
        description: 'Percentage of the fee that is payable as deposit.',
        forCallers: 'Required if deposit is true.',
        example: 30,
        warnings: [onlyIf('deposit'), NO_DEPOSIT],
      }),
      paymentDays: text({
        title: 'Payment days',
        description: 'Days after the final session when the balance is payable.',
        forCallers: 'Required if deposit is true.',
        example: '14',
        warnings: [onlyIf('deposit')],
      }),
      overtime: flag({
        title: 'Overtime',
        description: 'Whether an overtime rate applies.',
        forCallers: 'Required if session is true.',
        example: true,
        warnings: [onlyIf('session')],
      }),
      overtimeRate: amount({
        title: 'Overtime rate',
        description: 'Rate per hour of overtime.',
        forCallers: 'Required if overtime is true.',
        example: 60_000,
        warnings: [onlyIf('overtime')],
      }),
    }),
    ...section('Further obligations', {
      studioObligations: list({
        title: 'Obligations of the studio',
        description:
          'Additional obligations of the studio, one an entry, each as it follows “The Studio must also:”.',
        example: 'keep a backup of every Session for 90 days',
      }),
      artistObligations: list({
        title: 'Obligations of the artist',
        description:
          'Additional obligations of the artist, one an entry, each as it follows “The Artist must also:”.',
        example: 'bring the files of earlier work 24 hours ahead',
      }),
    }),
    ...section('Law and disputes', { dispute, governingLaw, ...disputePlace }),
    ...section('Sessions and special terms', {
      sessions: Type.Array(session, {
        title: 'Sessions',
        description: 'The sessions that are booked. Left out, one is a blank, unless session is false.',
        [HELP]: 'The sessions that are booked.',
      }),
      specialTerms,
    }),
  },
  {
    required: ['parties', 'governingLaw'],
    conditions: [
      requiredWhen('session', [true], 'totalHours', 'overtime'),
      ...currencyConditions,
      requiredWhen('deposit', [true], 'depositPercent', 'paymentDays'),
      requiredWhen('overtime', [true], 'overtimeRate'),
    ],
  },
);

export default {
  title: 'Studio Booking Agreement',
  kind: 'agreement',
  data,
  sample,
} satisfies TemplateDefinition;
