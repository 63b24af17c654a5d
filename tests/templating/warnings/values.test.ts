import type { TSchema } from '@sinclair/typebox';
import { describe, expect, test } from 'vitest';
import { codeOfCountry, SUPPORTED_COUNTRIES } from '../../../schemas/shared/countries.ts';
import { readCatalogue } from '../../../src/templating/templates/catalogue.ts';
import { readFontCoverage } from '../../../src/templating/warnings/font-coverage.ts';
import { findUnknownFields } from '../../../src/templating/warnings/unknown-fields.ts';
import { findValueWarnings } from '../../../src/templating/warnings/value-warnings.ts';

const fonts = await readFontCoverage();
const catalogue = await readCatalogue();
const templates = [...catalogue.values()].flat();

const EMPLOYMENT = 'senior-backend-developer-agreement';
const STUDIO = 'studio-booking-agreement';
const NDA = 'non-disclosure-agreement';
const SUPPLY = 'supplier-agreement';
const LABOUR = 'labour-policy';
const ESG = 'esg-policy';

type Data = Readonly<Record<string, unknown>>;

function templateOf(templateId: string) {
  const template = catalogue.get(templateId)?.[0];
  if (template === undefined) throw new Error(`there is no ${templateId}`);
  return template;
}

const warningsOf = (templateId: string, data: Data) =>
  findValueWarnings(templateOf(templateId).schema, data, fonts).map(({ code, field }) => `${code} ${field}`);

describe('the samples of the catalogue give no warnings', () => {
  test.each(templates.map((template) => [`${template.templateId} ${template.version}`, template] as const))(
    '%s',
    (_name, { schema, sample }) => {
      expect([...findUnknownFields(schema, sample), ...findValueWarnings(schema, sample, fonts)]).toEqual([]);
    },
  );
});

interface Condition {
  readonly if?: { readonly properties: Readonly<Record<string, { readonly enum: readonly unknown[] }>> };
  readonly then?: { readonly required: readonly string[] };
}

/** [conditional field, its boolean] of a schema. */
function conditionalFields(schema: TSchema): [field: string, flag: string][] {
  return (schema.allOf ?? []).flatMap((condition: Condition) =>
    Object.entries(condition.if?.properties ?? {})
      .filter(([, { enum: values }]) => values[0] === true)
      .flatMap(([flag]) => (condition.then?.required ?? []).map((field) => [field, flag])),
  );
}

test.each(
  templates.flatMap((template) =>
    conditionalFields(template.schema).map(
      ([field, flag]) => [`${template.templateId} ${template.version}`, field, flag, template] as const,
    ),
  ),
)('%s: %s contradicts a false %s', (_name, field, flag, { schema, sample }) => {
  const warnings = findValueWarnings(schema, { ...sample, [flag]: false }, fonts);
  expect(warnings).toContainEqual({
    code: 'contradiction',
    field,
    message: `is sent although ${flag} is false; leave it out, or make ${flag} true`,
  });
  expect(schema.properties[field]?.description).toContain(`Contradicts ${flag} if that is false.`);
});

describe('warns of', () => {
  test.each<[what: string, templateId: string, data: Data, warnings: string[]]>([
    [
      'full time with three days a week',
      EMPLOYMENT,
      { part_time: false, workingDays: 'Three days a week' },
      ['contradiction workingDays'],
    ],
    [
      'insurance below the limit of liability',
      'supplier-agreement',
      { insurance: true, insuranceCover: 100, liabilityCap: 101 },
      ['contradiction insuranceCover'],
    ],
    [
      'rules of an arbitration where the courts decide',
      STUDIO,
      { dispute: false, arbitrationRules: 'the UNCITRAL Arbitration Rules' },
      ['contradiction arbitrationRules'],
    ],
    [
      'two Artists',
      STUDIO,
      { parties: [{ definition: 'Artist' }, { definition: 'Artist' }] },
      ['contradiction parties[1].definition'],
    ],
    [
      'a start before the agreement',
      EMPLOYMENT,
      { effectiveDate: '1999-01-01', commencementDate: '1998-06-01' },
      ['contradiction commencementDate'],
    ],
    [
      'a deposit of a fee of 0',
      STUDIO,
      { serviceFee: 0, deposit: true, depositPercent: 30, paymentDays: '14' },
      ['unlikely_value serviceFee', 'contradiction deposit'],
    ],
    [
      'a deposit of a price of 0',
      SUPPLY,
      { price: 0, deposit: true },
      ['unlikely_value price', 'contradiction deposit'],
    ],
    [
      'a part of another country',
      SUPPLY,
      { governingLaw: 'Nigeria', governingLawPart: 'delaware' },
      ['contradiction governingLawPart'],
    ],
    [
      'a state of Nigeria that stayed in the sample',
      SUPPLY,
      { governingLaw: 'Kenya', governingLawPart: 'Lagos State' },
      ['contradiction governingLawPart'],
    ],
    [
      'a delivery before the agreement',
      SUPPLY,
      { effectiveDate: '2027-01-04', deliveryDate: '2026-12-31' },
      ['contradiction deliveryDate'],
    ],
    [
      'a review before the policy applies',
      ESG,
      { effectiveDate: '2027-01-01', reviewDate: '2026-01-01' },
      ['contradiction reviewDate'],
    ],
    [
      'a union that is not recognised',
      LABOUR,
      { isUnion: false, unionName: 'the Union' },
      ['contradiction unionName'],
    ],
    [
      'office days of a remote job',
      EMPLOYMENT,
      { placeOfWork: 'Remote', hybridOfficeDays: '2' },
      ['contradiction hybridOfficeDays'],
    ],
    [
      'a net zero before the policy applies',
      ESG,
      { effectiveDate: '2027-01-01', netZeroYear: '2020' },
      ['contradiction netZeroYear'],
    ],
    [
      'a review later than its period',
      ESG,
      { effectiveDate: '2027-01-01', reviewPeriod: 'Annually', reviewDate: '2028-01-02' },
      ['contradiction reviewDate'],
    ],
    [
      'a normal week above the limit with overtime',
      LABOUR,
      { maximumHours: '61 hours' },
      ['contradiction maximumHours'],
    ],
    [
      'more office days than working days',
      EMPLOYMENT,
      { placeOfWork: 'Hybrid', hybridOfficeDays: '4', workingDays: 'Three days a week' },
      ['contradiction hybridOfficeDays'],
    ],
    [
      'a day that ends when it begins',
      EMPLOYMENT,
      { startingTime: '9:00 am', closingTime: '9:00 am' },
      ['contradiction closingTime'],
    ],
    [
      'a probation longer than the fixed period',
      EMPLOYMENT,
      { employmentDuration: 'Three (3) months', probation: '14 weeks' },
      ['contradiction probation'],
    ],
    [
      'continuous employment that begins after the start',
      EMPLOYMENT,
      { commencementDate: '2027-01-04', continuousFrom: '2027-01-05' },
      ['contradiction continuousFrom'],
    ],
    [
      'another currency',
      STUDIO,
      { currency: 'NGN', customCurrency: 'KES' },
      ['contradiction customCurrency'],
    ],
    [
      'a deposit of 0 per cent',
      SUPPLY,
      { deposit: true, depositPercent: 0 },
      ['contradiction depositPercent'],
    ],
    [
      'sessions shorter than the hours booked',
      STUDIO,
      {
        session: true,
        totalHours: '40 hours',
        sessions: [
          { date: '2027-02-08', from: '10:00 am', to: '6 p.m.' },
          { date: '2027-02-09', from: '10:00', to: '18.00' },
          { date: '2027-02-10', from: '8 pm', to: '4 am' },
        ],
      },
      ['contradiction totalHours'],
    ],
    [
      'sessions at the same time',
      STUDIO,
      {
        sessions: [
          { date: '2027-02-08', from: '10 am', to: '6 pm' },
          { date: '2027-02-08', from: '5:30 pm', to: '8 pm' },
          { date: '2027-02-09', from: 'noon' },
          { date: '2027-02-09', from: 'noon' },
        ],
      },
      ['contradiction sessions[1].date', 'contradiction sessions[3].date'],
    ],
    ['sessions of 0 hours', STUDIO, { session: true, totalHours: '0' }, ['unlikely_value totalHours']],
    [
      'the country as its own part',
      NDA,
      {
        governingLaw: 'United Kingdom of Great Britain and Northern Ireland (the)',
        governingLawPart: 'United Kingdom of Great Britain and Northern Ireland',
      },
      ['unlikely_value governingLawPart'],
    ],
    [
      'a party twice',
      NDA,
      { parties: [{ rcName: 'Acme Ltd', rcNumber: '1' }, { rcName: 'ACME Ltd ' }, { fullName: 'Ada Obi' }] },
      ['contradiction parties[1]'],
    ],
    [
      'a number without its unit',
      EMPLOYMENT,
      { employmentDuration: '24', probation: 'three', priorNotice: '1 (one)' },
      ['missing_unit employmentDuration', 'missing_unit probation', 'missing_unit priorNotice'],
    ],
    ['a confidentiality period without its unit', NDA, { ndaDuration: ' 3 ' }, ['missing_unit ndaDuration']],
    [
      'None in a sentence',
      EMPLOYMENT,
      { priorNotice: 'None', equipments: ['nil'] },
      ['unlikely_value equipments[0]', 'unlikely_value priorNotice'],
    ],
    [
      '200 hours a week',
      EMPLOYMENT,
      { part_time: true, maximumHours: '200 hours' },
      ['unlikely_value maximumHours'],
    ],
    ['an implausible year', EMPLOYMENT, { effectiveDate: '0226-11-21' }, ['unlikely_value effectiveDate']],
    [
      'a character without a glyph',
      NDA,
      { parties: [{ rcName: 'Acme' }, { rcName: 'A \u{13000} B \u{13001}' }] },
      ['missing_glyph parties[1].rcName'],
    ],
    [
      'a character without a glyph in a list',
      EMPLOYMENT,
      { duties: ['Write', '\ue000'] },
      ['missing_glyph duties[1]'],
    ],
  ])('%s', (_what, templateId, data, warnings) => {
    expect(warningsOf(templateId, data)).toEqual(warnings);
  });
});

describe('does not warn of', () => {
  test.each<[what: string, templateId: string, data: Data]>([
    ['no data', EMPLOYMENT, {}],
    ['a number whose unit the schema names', EMPLOYMENT, { leaveDays: '20', sickLeave: 'twelve' }],
    ['a number of months by its schema', SUPPLY, { duration: '24' }],
    ['a charge or a target of none', STUDIO, { cancellationCharge: 'None' }],
    [
      'a part of the country',
      SUPPLY,
      { governingLaw: 'United Kingdom of Great Britain and Northern Ireland', governingLawPart: 'Scotland' },
    ],
    [
      'a part that our list does not have',
      SUPPLY,
      { governingLaw: 'Nigeria', governingLawPart: 'Kano State' },
    ],
    ['a target of none', LABOUR, { targets: [{ goal: 'None' }] }],
    ['a conditional field whose boolean is absent', EMPLOYMENT, { employmentDuration: '24 months' }],
    ['an answer of false to what does not apply', STUDIO, { session: false, overtime: false }],
    [
      'what is n/a to an answer of false',
      EMPLOYMENT,
      { fixed: false, employmentDuration: 'n/a', startingTime: '-', closingTime: '-' },
    ],
    [
      'companies of one name with different numbers, and a person who signs for a company',
      NDA,
      {
        parties: [
          { isCompany: true, rcName: 'Acme', rcNumber: '1', fullName: 'Ada' },
          { isCompany: true, rcName: 'Acme', rcNumber: '2' },
          { isCompany: false, fullName: 'Ada' },
          { rcName: 'n/a' },
          { rcName: 'n/a' },
        ],
      },
    ],
    [
      'sessions of all the hours booked, one after the other on one day',
      STUDIO,
      {
        session: true,
        totalHours: '12',
        sessions: [
          { date: '2027-02-08', from: '10:00 am', to: '12:30 pm' },
          { date: '2027-02-08', from: '12:30 pm', to: '6 pm' },
          { date: '2027-02-09', from: '22:00', to: '2:00' },
        ],
      },
    ],
    [
      'sessions whose times cannot be read',
      STUDIO,
      {
        session: true,
        totalHours: '40',
        sessions: [
          { date: '2027-02-08', from: '10:00', to: '6:00' },
          { date: '2027-02-08', from: 'in the evening' },
        ],
      },
    ],
    ['the name of the currency', STUDIO, { currency: 'NGN', customCurrency: 'Nigerian naira' }],
    ['another currency than the four', STUDIO, { currency: 'Others', customCurrency: 'KES' }],
    [
      'a probation as long as the fixed period',
      EMPLOYMENT,
      { employmentDuration: '1 year', probation: 'twelve months' },
    ],
    [
      'a review at the end of its period',
      ESG,
      { effectiveDate: '2027-02-01', reviewPeriod: 'Every two years', reviewDate: '2029-02-01' },
    ],
    ['joiners and selectors that need no glyph', NDA, { project: 'a\u200db\ufe0f' }],
    ['letters that are composed of parts', NDA, { project: 'Adébáyọ̀ e\u0301 ᄒᆞᆫ' }],
    [
      'a start on the day of the agreement',
      EMPLOYMENT,
      { effectiveDate: '2027-01-04', commencementDate: '2027-01-04' },
    ],
  ])('%s', (_what, templateId, data) => {
    expect(warningsOf(templateId, data)).toEqual([]);
  });
});

const GERMAN_FORM =
  'is a law under which a fixed period holds only if both parties sign in ink or with a qualified electronic signature ' +
  '(section 14(4) TzBfG); otherwise the employment has no end';

describe('employment under another law than those for which the text was written', () => {
  const told = (data: Data) =>
    findValueWarnings(templateOf(EMPLOYMENT).schema, data, fonts).map(({ message }) => message);
  const known = new Set(['GB', 'GH', 'KE', 'NG', 'US', 'ZA']);

  test.each(SUPPORTED_COUNTRIES.filter((name) => !known.has(codeOfCountry(name) ?? '')))(
    '%s',
    (governingLaw) => {
      expect(told({ governingLaw, fixed: false })).toEqual([
        'is a law for which this text was not written, and whose minimums are not checked; have a lawyer there say what ' +
          'it wants of an employment, such as the form of signature, the language, arbitration, a reason for a fixed period, and notices',
      ]);
    },
  );

  test('Germany: a fixed period wants another form of signature', () => {
    for (const data of [{ fixed: true, employmentDuration: '2 years' }, { employmentDuration: '2 years' }])
      expect(told({ governingLaw: 'Germany', ...data })[1]).toBe(GERMAN_FORM);
  });

  test('South Africa: more than three months need their reason', () => {
    const fixed = { governingLaw: 'South Africa', fixed: true };
    const NEEDED =
      'is a fixed period of more than three months without its reason, which the law of South Africa wants in the ' +
      'contract (Labour Relations Act 1995, section 198B; looked up in November 2026); send fixedReason';
    expect(told({ ...fixed, employmentDuration: '24 months' })).toEqual([NEEDED]);
    expect(told({ ...fixed, employmentDuration: 'until the dam is built' })).toEqual([NEEDED]);
    expect(told({ ...fixed, employmentDuration: '24 months', fixedReason: 'n/a' })).toEqual([NEEDED]);
    expect(told({ ...fixed, employmentDuration: '3 months' })).toEqual([]);
    expect(told({ ...fixed, employmentDuration: '24 months', fixedReason: 'the dam' })).toEqual([]);
    expect(told({ ...fixed, governingLaw: 'Kenya', employmentDuration: '24 months' })).toEqual([]);
  });

  test('New Zealand: every fixed period needs its reason', () => {
    const fixed = { governingLaw: 'New Zealand', fixed: true, employmentDuration: '2 months' };
    const NEEDED =
      'is a fixed period without its reason, which the law of New Zealand wants in the contract ' +
      '(Employment Relations Act 2000, section 66; looked up in November 2026); send fixedReason';
    expect(told(fixed).slice(0, -1)).toEqual([NEEDED]);
    expect(told({ ...fixed, fixedReason: 'the dam' }).slice(0, -1)).toEqual([]);
    expect(told({ ...fixed, fixed: false }).slice(0, -1)).not.toContain(NEEDED);
  });
});

describe('a value below the minimum of the governing law', () => {
  const told = (data: Data) =>
    findValueWarnings(templateOf(EMPLOYMENT).schema, data, fonts).map(({ code, field, message }) => {
      expect(code).toBe('below_minimum');
      return `${field} ${message}`;
    });
  const WEEK = { startingTime: '6 am', closingTime: '10 pm', workingDays: 'All 7 days of the week' };
  const LITTLE = { ...WEEK, leaveDays: '5', sickLeave: '1', priorNotice: 'one day', probation: '12 months' };

  test('Kenya', () => {
    expect(told({ governingLaw: 'Kenya', ...LITTLE })).toEqual([
      'probation is more than the 6 months of the law of Kenya (Employment Act 2007, section 42; looked up in November 2026)',
      'closingTime makes a week of more than the 52 hours of the law of Kenya (Regulation of Wages (General) Order 1982, regulation 5; looked up in November 2026)',
      'leaveDays is less than the 21 working days of the law of Kenya (Employment Act 2007, section 28; looked up in November 2026)',
      'sickLeave is less than the 7 working days of the law of Kenya (Employment Act 2007, section 30; looked up in November 2026)',
      'priorNotice is less than the 28 days of the law of Kenya (Employment Act 2007, section 35; looked up in November 2026)',
    ]);
  });

  test.each([
    ['Ghana', LITTLE, ['closingTime', 'leaveDays', 'priorNotice']],
    ['Nigeria', LITTLE, ['leaveDays', 'sickLeave', 'priorNotice']],
    ['South Africa', LITTLE, ['closingTime', 'leaveDays', 'sickLeave', 'priorNotice']],
    ['United Kingdom', LITTLE, ['closingTime', 'leaveDays', 'priorNotice']],
    ['United Kingdom of Great Britain and Northern Ireland (the)', { leaveDays: '19' }, ['leaveDays']],
    ['Ghana', { part_time: true, maximumHours: '41 hours' }, ['maximumHours']],
    ['South Africa', { workingDays: 'Three days a week', part_time: true, leaveDays: '8' }, ['leaveDays']],
  ])('%s %j', (governingLaw, data, fields) => {
    expect(told({ governingLaw, ...data }).map((warning) => warning.split(' ')[0])).toEqual(fields);
  });

  test.each([
    ['Kenya', { leaveDays: '21', sickLeave: '7 days', priorNotice: 'one month', probation: 'six months' }],
    ['Kenya', { salaryFrequency: 'Weekly', priorNotice: 'one week' }],
    ['Kenya', { leaveDays: 'five weeks', sickLeave: 'as agreed', priorNotice: 'of course' }],
    ['Nigeria', { leaveDays: '6', sickLeave: '12', priorNotice: '1 week', ...WEEK }],
    ['Ghana', { startingTime: '8 am', closingTime: '5 pm', workingDays: 'Monday to Fridays' }],
    ['South Africa', { workingDays: 'Three days a week', part_time: true, leaveDays: '9', sickLeave: '6' }],
    [
      'South Africa',
      { part_time: true, maximumHours: '20', workingDays: 'Monday to Fridays', leaveDays: '5' },
    ],
    ['United Kingdom', { leaveDays: '4 weeks', sickLeave: '0', priorNotice: '7 days' }],
    ['United States of America', LITTLE],
  ])('not %s %j', (governingLaw, data) => {
    const warnings = findValueWarnings(templateOf(EMPLOYMENT).schema, { governingLaw, ...data }, fonts);
    expect(warnings.filter(({ code }) => code === 'below_minimum')).toEqual([]);
  });
});

describe('employment under the law of the United States', () => {
  const SENIOR = 'senior-backend-developer-agreement';
  const unsuitable = (templateId: string, governingLaw: string, governingLawPart?: string) =>
    findValueWarnings(templateOf(templateId).schema, { governingLaw, governingLawPart }, fonts).filter(
      ({ code }) => code === 'unsuitable_law',
    );

  test.each(['United States of America', 'United States of America (the)', 'United States'])(
    '%s: every employment text says what it lacks',
    (law) => {
      const employment = [...catalogue.keys()].filter((id) => /developer|devops|mechanic/.test(id));
      expect(employment).toHaveLength(3);
      for (const id of employment)
        for (const state of [undefined, 'New York', 'Puerto Rico'])
          expect(unsuitable(id, law, state)).toEqual([
            {
              code: 'unsuitable_law',
              field: 'governingLaw',
              message:
                'is a law for which this text was not written: it lacks employment at will, the exempt or non-exempt ' +
                'status that decides on overtime, and the notices that state law requires; have it adapted by a ' +
                'lawyer of the state',
            },
          ]);
    },
  );

  test.each(['California', 'State of Minnesota', 'north dakota', 'Oklahoma'])(
    '%s: the message names the clause that is left out',
    (state) => {
      expect(unsuitable(SENIOR, 'United States of America', state)).toMatchObject([
        { message: expect.stringContaining('it has no clause against soliciting colleagues and customers') },
      ]);
    },
  );

  test('no warning for another law, nor for another kind of text', () => {
    expect(unsuitable(SENIOR, 'Nigeria', 'California')).toEqual([]);
    expect(unsuitable(SUPPLY, 'United States of America', 'California')).toEqual([]);
    expect(unsuitable(LABOUR, 'United States of America')).toEqual([]);
  });
});

describe('agreements between businesses', () => {
  const LAWS = templateOf(SUPPLY).schema.properties.governingLaw?.enum as string[];
  const SUITABLE = /^(?:Ghana|Kenya|Nigeria|South Africa|United Kingdom.*|United States(?: of America.*)?)$/;
  test.each([SUPPLY, NDA, 'studio-booking-agreement'])(
    '%s: every law for which it was not written is told, and no other',
    (id) => {
      const told = LAWS.filter((governingLaw) =>
        findValueWarnings(templateOf(id).schema, { governingLaw }, fonts).some(
          ({ code, field }) => code === 'unsuitable_law' && field === 'governingLaw',
        ),
      );
      expect(told).toEqual(LAWS.filter((law) => !SUITABLE.test(law)));
      expect(told.length).toBeGreaterThan(200);
    },
  );

  test('the message names what to have checked', () => {
    expect(findValueWarnings(templateOf(SUPPLY).schema, { governingLaw: 'Germany' }, fonts)).toEqual([
      {
        code: 'unsuitable_law',
        field: 'governingLaw',
        message:
          'is a law for which this text was not written; have a lawyer there say what it wants of such an agreement, ' +
          'such as the language, the form of signature, and limits to standard terms, to interest and to the exclusion ' +
          'of liability',
      },
    ]);
  });
});

test('a missing glyph is named by its code point', () => {
  expect(findValueWarnings(templateOf(NDA).schema, { project: 'x\ue000y' }, fonts)).toEqual([
    { code: 'missing_glyph', field: 'project', message: 'has U+E000, for which no font has a glyph' },
  ]);
});

describe('an unknown field', () => {
  const unknown = (templateId: string, data: Data) => findUnknownFields(templateOf(templateId).schema, data);

  test('is named with the nearest known field', () => {
    expect(
      unknown(EMPLOYMENT, { governingLaww: 'Nigeria', governing_law: 'Nigeria', colour: 'red' }),
    ).toEqual([
      {
        code: 'unknown_field',
        field: 'governingLaww',
        message: 'is not known here and has no effect; did you mean governingLaw?',
      },
      {
        code: 'unknown_field',
        field: 'governing_law',
        message: 'is not known here and has no effect; did you mean governingLaw?',
      },
      { code: 'unknown_field', field: 'colour', message: 'is not known here and has no effect' },
    ]);
  });

  test('is reported once at its topmost level, at any depth', () => {
    expect(
      unknown(NDA, { parties: [{}, { rcNme: { a: { b: 1 } } }], extra: { deep: { deeper: 1 } } }),
    ).toEqual([
      {
        code: 'unknown_field',
        field: 'parties[1].rcNme',
        message: 'is not known here and has no effect; did you mean rcName?',
      },
      { code: 'unknown_field', field: 'extra', message: 'is not known here and has no effect' },
    ]);
  });

  test('with a long or unprintable name is not repeated', () => {
    const keys = { ['a'.repeat(64)]: 1, ['a'.repeat(65)]: 1, 'a\u0000b': 1 };
    expect(unknown(ESG, keys).map(({ field }) => field)).toEqual(['a'.repeat(64), '…', '…']);
  });

  test('is reported at most twenty times', () => {
    const keys = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`unknown${index}`, index]));
    expect(unknown(ESG, keys)).toHaveLength(20);
  });
});
