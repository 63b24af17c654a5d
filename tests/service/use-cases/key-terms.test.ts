import { afterAll, describe, expect, test } from 'vitest';
import { withRequired } from './conditions.ts';
import { type Data, openWorkshop, TEMPLATES } from './documents.ts';
import { plainText } from './plain-text.ts';
import { blanksOf } from './sections.ts';

const workshop = await openWorkshop();
afterAll(() => workshop.close());

function template(templateId: string, version = '1.0.0') {
  const found = TEMPLATES.find((one) => one.templateId === templateId && one.version === version);
  if (found === undefined) throw new Error(`there is no ${templateId} ${version}`);
  return found;
}

function cells(line: string): string[] {
  return line.slice(2, -2).split(' | ');
}

async function print(templateId: string, data: Data, version?: string) {
  const one = template(templateId, version);
  const html = await workshop.html(one, withRequired(one.schema, data, one.sample));
  const text = plainText(html);
  const row = (label: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`| ${label} |`))
      ?.slice(label.length + 5, -2);
  /** The cell below a heading of the parties, which stand side by side. */
  const party = (label: string) => {
    const lines = text.split('\n');
    const index = lines.findIndex((line) => line.startsWith('| ') && cells(line).includes(label));
    return cells(lines[index + 1] ?? '')[cells(lines[index] ?? '').indexOf(label)];
  };
  return { html, text, row, party };
}

const JUNIOR = 'junior-devops-engineer-agreement';
const SENIOR = 'senior-backend-developer-agreement';
const EMPLOYMENT = [JUNIOR, SENIOR, 'construction-diesel-mechanic-agreement'].flatMap((id) =>
  ['1.0.0', '2.0.0'].map((version) => [id, version] as const),
);

const SCOTLAND = { governingLaw: 'United Kingdom', governingLawPart: 'Scotland' };

function witnesses(text: string): number {
  return text.split('[Witness’s signature ____]').length - 1;
}

describe.each(EMPLOYMENT)('%s %s', (id, version) => {
  test('names the employer', async () => {
    const employer = {
      rcName: 'Blue Note Inc.',
      type: 'corporation',
      rcCountry: 'Nigeria',
      rcNumber: 'RC 1',
      rcAddress: '1 Marina, Lagos',
      management: 'Ada Obi, Director',
    };
    const { text, party } = await print(id, employer, version);
    expect(party('Employer')).toBe(
      'Blue Note Inc., corporation Registered: Nigeria, RC 1 1 Marina, Lagos Represented by Ada Obi, Director',
    );
    expect(text).toContain('| Signed for and on behalf of Blue Note Inc. (the Employer) |');
  });

  test('takes the law from governingLaw only, never from an address', async () => {
    expect(
      (await print(id, { governingLaw: 'Ghana', country: 'Nigeria' }, version)).row('Governing law'),
    ).toBe('Ghana');
    expect((await print(id, { country: 'Nigeria' }, version)).row('Governing law')).toMatch(/^\[country, /);
  });

  test('has blanks for the part of a country whose parts have their own laws, and for the seat', async () => {
    const { html, row } = await print(id, { governingLaw: 'United States of America' }, version);
    expect(row('Governing law')).toBe(
      '[state, province or other part of the country ____] United States of America',
    );
    expect(blanksOf(html)).toContain('city');
    const data = { governingLaw: 'Canada', governingLawPart: 'Ontario', disputeSeat: 'Toronto' };
    const given = await print(id, data, version);
    expect([given.row('Governing law'), given.row('Seat')]).toEqual(['Ontario, Canada', 'Toronto']);
    expect((await print(id, { governingLaw: 'Nigeria' }, version)).row('Governing law')).toBe('Nigeria');
  });

  test('writes dates in the format of the country of the governing law', async () => {
    const dates = { commencementDate: '2026-02-28' };
    const there = await print(id, { ...dates, governingLaw: 'United States of America' }, version);
    expect(there.row('Commencement Date')).toBe('February 28, 2026');
    const here = await print(id, { ...dates, governingLaw: 'Nigeria' }, version);
    expect(here.row('Commencement Date')).toBe('28 February 2026');
  });

  test('has the notice that the law of the United States requires, only under that law', async () => {
    expect((await print(id, { governingLaw: 'United States of America' }, version)).text).toContain(
      '§ 1833(b)',
    );
    expect((await print(id, { governingLaw: 'Nigeria' }, version)).text).not.toContain('1833');
  });

  test('has the particulars that the law of the United Kingdom requires, only under that law', async () => {
    const { text } = await print(id, { governingLaw: 'United Kingdom' }, version);
    expect(text).toContain('Employment Rights Act 1996');
    expect((await print(id, {}, version)).text).not.toContain('Employment Rights Act');
  });

  test('names the statutes of Northern Ireland there, and both if the part of the country is a blank', async () => {
    const statutes = async (governingLawPart?: string) => {
      const { text } = await print(id, { governingLaw: 'United Kingdom', governingLawPart }, version);
      return [
        'section 1 of the Employment Rights Act',
        'article 33 of the Employment Rights (Northern',
      ].filter((statute) => text.replaceAll('\u00a0', ' ').includes(statute));
    };
    expect((await statutes('Northern Ireland')).join()).toMatch(/^article 33 /);
    expect((await statutes('England and Wales')).join()).toMatch(/^section 1 [^,]*$/);
    expect(await statutes()).toHaveLength(2);
  });

  test('states the salary with its period', async () => {
    const salary = async (data: Data) =>
      (await print(id, { currency: 'NGN', grossSalary: 1_850_000, ...data }, version)).row('Gross salary');
    expect(await salary({ salaryFrequency: 'Weekly' })).toBe('₦1,850,000.00 a week');
    expect(await salary({ salaryFrequency: 'Monthly' })).toBe('₦1,850,000.00 a month');
    expect(await salary({ salaryFrequency: 'Annually' })).toBe(
      '₦1,850,000.00 a year, paid in equal monthly parts',
    );
    expect(await salary({})).toBe('₦1,850,000.00 [a week, a month or a year ____]');
    expect(await salary({ currency: undefined, salaryFrequency: 'Monthly' })).toBe(
      '1,850,000.00 [currency ____] a month',
    );
  });

  test('has a blank for the address of the workplace unless the work is remote, and for no other new field', async () => {
    const one = template(id, version);
    const hasPlace = one.schema.properties.placeOfWork !== undefined;
    const blanks = (data: Data) => workshop.blanks(one, withRequired(one.schema, data, one.sample));
    const added = [
      ...['employerEmail', 'employeeEmail', 'workplaceAddress', 'continuousFrom', 'collectiveAgreement'],
      ...['signatoryName', 'signatoryTitle', 'specialTerms', 'arbitrationRules'],
    ];
    const ofAdded = async (data: Data) => (await blanks(data)).filter((field) => added.includes(field));
    for (const placeOfWork of hasPlace ? [undefined, 'Hybrid', 'Non-Remote'] : [undefined])
      expect(await ofAdded(hasPlace ? { placeOfWork } : {})).toEqual(['workplaceAddress']);
    if (hasPlace) expect(await ofAdded({ placeOfWork: 'Remote' })).toEqual([]);
  });

  test('names who signs for the employer', async () => {
    const signed = async (data: Data) =>
      (await print(id, { rcName: 'Acme', ...data }, version)).text
        .split('\n')
        .find((line) => /^\| Ada Obi\b/.test(line));
    expect(await signed({ management: 'Ada Obi, Director' })).toBe('| Ada Obi, Director |');
    expect(await signed({ management: 'Ada Obi' })).toBe('| Ada Obi Name | [Title ____] |');
    const both = {
      management: 'the Managing Director',
      signatoryName: 'Ada Obi',
      signatoryTitle: 'Director',
    };
    expect(await signed(both)).toBe('| Ada Obi, Director |');
    expect((await print(id, both, version)).party('Employer')).toContain(
      'Represented by the Managing Director',
    );
  });

  test('names the courts for employment under the laws of Nigeria, Kenya and South Africa', async () => {
    const court = 'National Industrial Court of Nigeria';
    const text = async (governingLaw: string, dispute?: boolean) =>
      (await print(id, { governingLaw, dispute }, version)).text;
    expect(await text('Nigeria', false)).toContain(
      `decided by the ${court}, sitting at the place stated in the Key Terms or having jurisdiction over it`,
    );
    expect(await text('Nigeria', true)).toContain(
      `What the law reserves for the ${court} is decided by that court.`,
    );
    expect(await text('Nigeria')).toContain(`or by the ${court}.`);
    expect(await text('Ghana', false)).toContain(
      'decided by the courts, tribunals and other bodies that the law empowers to decide disputes about employment, sitting at',
    );
    expect(await text('Ghana')).not.toContain(court);
    expect(await text('Kenya')).toContain('or by the Employment and Labour Relations Court of Kenya.');
    expect(await text('South Africa', false)).toContain(
      'decided by the Commission for Conciliation, Mediation and Arbitration, a bargaining council or the Labour Court ' +
        'of South Africa, as the Labour Relations Act 1995 provides, sitting at the place',
    );
  });

  test('claims no particulars that nobody gave under the law of the United Kingdom', async () => {
    const text = async (data: Data) =>
      (await print(id, { governingLaw: 'United Kingdom', ...data }, version)).text;
    const without = await text({});
    expect(without).toContain('is meant to contain the particulars required by');
    expect(without).toContain(
      'begins on the Commencement Date, unless the law counts earlier employment towards it',
    );
    expect(without).toContain('The parties name no collective agreement that directly affects these terms.');
    const given = await text({ continuousFrom: '2024-03-01', collectiveAgreement: 'the NJC agreement' });
    expect(given).toContain('Continuous employment begins on the date stated for it in the Key Terms.');
    expect(given).toContain('The collective agreement stated in the Key Terms directly affects these terms.');
  });

  test('speaks of the statement of the right to join a union in Great Britain only', async () => {
    const statement = 'section 136A of the Trade Union and Labour Relations (Consolidation) Act 1992';
    const text = async (governingLaw: string, governingLawPart?: string) =>
      (await print(id, { governingLaw, governingLawPart }, version)).text;
    expect(await text('United Kingdom', 'Scotland')).toContain(
      `With this agreement the Employer must give the Employee the written statement of the right to join a trade union that ${statement} requires`,
    );
    expect(await text('United Kingdom')).toContain(
      'With this agreement, in Great Britain, the Employer must',
    );
    expect(await text('United Kingdom', 'Northern Ireland')).toContain('The Employee may join a trade union');
    for (const without of [await text('United Kingdom', 'Northern Ireland'), await text('Kenya')])
      expect(without).not.toContain(statement);
  });

  test('has a place for the reason of a fixed period under the law of South Africa', async () => {
    const length = async (data: Data) => (await print(id, data, version)).row('Length');
    const fixed = { fixed: true, employmentDuration: '6 months' };
    expect(await length({ ...fixed, governingLaw: 'South Africa' })).toBe(
      'Fixed period: 6 months [reason for the fixed period ____]',
    );
    expect(await length({ ...fixed, governingLaw: 'Nigeria' })).toBe('Fixed period: 6 months');
    expect(await length({ ...fixed, fixedReason: 'the harvest', governingLaw: 'South Africa' })).toBe(
      'Fixed period: 6 months Reason: the harvest',
    );
  });

  test('is spelled as in the United States under its law, only there', async () => {
    const { sample } = template(id, version);
    const given = { ...sample, governingLawPart: 'New York' };
    const there = await print(id, { ...given, governingLaw: 'United States of America' }, version);
    expect(there.text).not.toMatch(
      /licence|tyres|isation|capitalis|recognis|colour|labour|neighbour|judgement|travelling|penalis|enrols/i,
    );
    expect((await print(id, sample, version)).text).not.toMatch(/\blicenses?\b|\btires\b/);
  });

  test('limits time in business days', async () => {
    const { text } = await print(id, {}, version);
    expect(text).toMatch(
      /business day”?.* is a day that is neither a Saturday, a Sunday nor a public holiday/,
    );
    expect(text).not.toMatch(/working day/i);
  });

  test('lets the employer pay for the notice, or release the employee, during probation too', async () => {
    const { text } = await print(id, {}, version);
    expect(text).toMatch(/(?:during probation too, the Employer may|may, also during probation,) pay the/);
    expect(text).toMatch(
      /release the Employee from work|give the Employee other suitable work, or none, on full pay/,
    );
  });

  test('has a witness for each signature only under the law of Scotland', async () => {
    expect(witnesses((await print(id, SCOTLAND, version)).text)).toBe(2);
    expect(witnesses((await print(id, { governingLaw: 'United Kingdom' }, version)).text)).toBe(0);
  });
});

describe.each(['1.0.0', '2.0.0'])('the promise not to solicit of %s', (version) => {
  const PROMISE = /persuade (?:the Employer’s engineers|an engineer)/;
  const inState = async (governingLawPart?: string, governingLaw?: string) =>
    (await print(SENIOR, { governingLaw, governingLawPart }, version)).text;

  test.each(['California', 'State of Minnesota', 'North Dakota', 'Oklahoma'])(
    'is left out in %s',
    async (state) => {
      expect(await inState(state, 'United States of America')).not.toMatch(PROMISE);
      expect(await inState(state)).not.toMatch(PROMISE);
    },
  );

  test('is there in other states and countries', async () => {
    expect(await inState('New York', 'United States of America')).toMatch(PROMISE);
    expect(await inState('Baja California', 'Mexico')).toMatch(PROMISE);
    expect(await inState(undefined, 'Nigeria')).not.toContain('North Dakota');
  });

  test('says where it does not apply while the state is a blank', async () => {
    expect(await inState(undefined, 'United States of America')).toContain(
      'It does not apply if the state written in the Key Terms is California, Minnesota, North Dakota or Oklahoma.',
    );
  });
});

test('a mechanic’s overtime has a rate for a monthly salary', async () => {
  for (const version of ['1.0.0', '2.0.0'])
    expect((await print('construction-diesel-mechanic-agreement', {}, version)).text).toContain(
      'the gross salary of a year, divided by 52 and by the average hours of work in a week without overtime.',
    );
});

test.each([
  ['iOS releases', '.'],
  ['eBay integration', '.'],
  ['von Neumann machines', '.'],
  ['IBM MQ', '.'],
  ['Blue Note Inc.', ''],
  ['and so on;', ''],
])('prints the duty "%s" unchanged, in a list with the full stop "%s"', async (duty, stop) => {
  expect((await print(SENIOR, { duties: [duty] })).row('Particular tasks')).toBe(duty);
  expect((await print(SENIOR, { duties: [duty, 'x'] })).text).toContain(`1.    ${duty}${stop}\n`);
});

test.each([
  ['n/a', '[length of notice ____]'],
  ['N/A', '[length of notice ____]'],
  ['–', '[length of notice ____]'],
  ['None', 'None'],
  ['at least one month', 'at least one month'],
  ['3', '3 [days, weeks or months ____]'],
  ['two weeks', 'two weeks'],
])('prints a notice of "%s" as "%s"', async (priorNotice, printed) => {
  expect((await print(SENIOR, { priorNotice })).row('Notice')).toBe(printed);
});

test.each([
  ['Twenty (20)', 'Twenty (20) days'],
  ['20', '20 days'],
])('prints annual leave of "%s" as "%s"', async (leaveDays, printed) => {
  expect((await print(SENIOR, { leaveDays })).row('Annual leave')).toBe(printed);
});

test('prints a blank for the unit of a confidentiality period without one', async () => {
  const parties = [{ fullName: 'Ada' }];
  const { row } = await print('non-disclosure-agreement', { parties, ndaDuration: '20' });
  expect(row('Confidentiality Period')).toBe('20 [months or years ____]');
});

describe('studio-booking-agreement', () => {
  const { sample } = template('studio-booking-agreement');

  test.each(['0', 'nil', 'None', ' NIL '])(
    'prints a cancellation charge of "%s" as None',
    async (cancellationCharge) => {
      const { row, text } = await print('studio-booking-agreement', { ...sample, cancellationCharge });
      expect(row('Cancellation charge')).toBe('None');
      expect(text).toContain('No charge is made for this');
    },
  );

  test.each([
    ['25%', true],
    ['25', false],
  ])('says of what a cancellation charge of "%s" is a percentage: %s', async (cancellationCharge, is) => {
    const { text } = await print('studio-booking-agreement', { ...sample, cancellationCharge });
    expect(text.includes('A percentage stated there is one of the Session Price.')).toBe(is);
  });

  test.each([
    ['Within 14 days', 'Within 14 days'],
    ['14', '14 days after the final Session'],
  ])('prints payment "%s" as "%s"', async (paymentDays, printed) => {
    const { row } = await print('studio-booking-agreement', { ...sample, paymentDays });
    expect(row('Time for payment')).toBe(printed);
  });

  test.each([
    ['no sessions', {}, '[date of the Session ____] [time of beginning ____] [time of end ____]', true],
    [
      'no sessions of a fixed fee',
      { session: false, totalHours: undefined, overtime: false, overtimeRate: undefined },
      'On the dates and at the times agreed in writing',
      false,
    ],
    [
      'one session',
      { sessions: [{ date: '2027-02-08', from: '10 am', to: '6 pm' }] },
      '8 February 2027, from 10 am to 6 pm',
      false,
    ],
    ['two sessions', { sessions: [{ date: '2027-02-08' }, {}] }, 'Listed in Schedule 1', 'each'],
  ])('prints %s', async (_what, data, printed, blanks) => {
    const { sessions: _, ...others } = sample;
    const document = { ...others, ...data };
    const { row } = await print('studio-booking-agreement', document);
    expect(row('Sessions')).toBe(printed);
    const listed = await workshop.blanks(template('studio-booking-agreement'), document);
    const first = ['sessions[0].date', 'sessions[0].from', 'sessions[0].to'];
    const each = [
      'sessions[0].from',
      'sessions[0].to',
      'sessions[1].date',
      'sessions[1].from',
      'sessions[1].to',
    ];
    expect(listed.filter((path) => path.startsWith('sessions'))).toEqual(
      blanks === 'each' ? each : blanks ? first : [],
    );
  });

  test.each([true, false])('defines the price of a session when session is %s', async (session) => {
    const { text } = await print('studio-booking-agreement', { ...sample, session });
    expect(text).toContain(
      session
        ? '“Session Price” means, for a Session, the Fee for every hour booked'
        : '“Session Price” means, for a Session, the Fee divided by the number of all Sessions',
    );
  });
});

test('refuses a limit of liability of 0, and says what to do', () => {
  const { sample, validate } = template('supplier-agreement');
  expect(validate({ ...sample, liabilityCap: 0 })).toMatchObject({
    valid: false,
    invalid: [{ field: 'liabilityCap', message: 'must be more than 0; leave it out for a blank to fill in' }],
  });
});

test('says of a sum that bears no interest what happens if it stays unpaid', async () => {
  const { text } = await print('supplier-agreement', { parties: [{}], lateInterest: 0 });
  expect(text).toMatch(/bears no interest, unless the law requires it\.\s+If it is still unpaid/);
});

test('limits interest to what the law allows', async () => {
  const { text } = await print('supplier-agreement', { parties: [{}], lateInterest: 12 });
  expect(text).toContain('at the rate stated in the Key Terms, as far as the law allows it, from day to day');
});

const AT_SIGNING = 'when this agreement has been signed. It is part of the Price';
const STATED = 'The Customer must pay the deposit stated in the Key Terms';
const IF_STATED = 'If the Key Terms state a deposit, the Customer must pay it';

test.each([
  ['Fixed', 20, `${STATED} ${AT_SIGNING}`, '20% of the Price'],
  ['Fixed', undefined, `${IF_STATED} ${AT_SIGNING}`, '[percentage of the Price, or none ____]'],
  [
    'Per unit',
    20,
    `${STATED} on the quantities of an Order when that Order becomes binding.`,
    '20% of the Price, as clause 8.3 provides',
  ],
  [
    'Per unit',
    undefined,
    `${IF_STATED} on the quantities of an Order when that Order becomes binding.`,
    '[percentage of the Price, or none ____]',
  ],
  [
    'Hourly',
    20,
    `${STATED} on the hours that an Order estimates when that Order becomes binding.`,
    '20% of the Price, as clause 8.3 provides',
  ],
])(
  'says of what, and when, a deposit is due: price %s, %s per cent',
  async (priceBasis, percent, clause, printed) => {
    const data = { parties: [{}], priceBasis, depositPercent: percent };
    const { text, row } = await print('supplier-agreement', data);
    expect(text.replace(/\s+/g, ' ')).toContain(clause);
    expect(row('Deposit')).toBe(printed);
  },
);

test.each([
  [false, 'apprentices, trainees and home workers (each a “Worker”)'],
  [undefined, 'home workers and, as clause 12 provides, agency workers (each a “Worker”)'],
])('a labour policy that may have agency workers (%s) protects them', async (isAgencyWorkers, scope) => {
  expect((await print('labour-policy', { isAgencyWorkers })).text).toContain(scope);
});

test.each(['supplier-agreement', 'non-disclosure-agreement'])(
  '%s has blanks for the fields of the second party if there is one party',
  async (id) => {
    const { html } = await print(id, { parties: [{ fullName: 'Ada', address: '1 Marina' }] });
    const fields = [...html.matchAll(/ data-field="(parties[^"]*)"/g)].map(([, field]) => field);
    expect(new Set(fields)).toEqual(
      new Set(['parties[1].fullName', 'parties[1].address', 'parties[1].rcNumber']),
    );
  },
);

test('prints the line breaks of a value', async () => {
  const { html } = await print(SENIOR, { rcAddress: '12 Marina\r\nLagos', duties: ['Write\nTest'] });
  expect(html).toContain('12 Marina<br>Lagos');
  expect(html).toContain('Write<br>Test');
});

test('prints USD as US$', async () => {
  const { row } = await print('supplier-agreement', { parties: [{}], currency: 'USD', price: 12.5 });
  expect(row('Price')).toBe('US$12.50');
});

test('prints an amount without its currency before a blank for the currency', async () => {
  const { row } = await print('supplier-agreement', { parties: [{}], price: 12.5 });
  expect(row('Price')).toBe('12.50 [currency ____]');
});

test.each([
  ['USD', undefined, '[amount ____] in USD'],
  ['Others', 'KES', '[amount ____] in KES'],
  [undefined, undefined, '[amount and currency ____]'],
])('prints the currency %s (%s) without an amount', async (currency, customCurrency, printed) => {
  const data = { currency, customCurrency };
  expect((await print(SENIOR, data)).row('Gross salary')).toBe(`${printed} [a week, a month or a year ____]`);
  expect((await print('supplier-agreement', { parties: [{}], ...data })).row('Price')).toBe(printed);
});

test.each([
  ['Lagos State, Nigeria', 'Nigeria', 'Lagos State, Nigeria'],
  ['Niger', 'Nigeria', 'Niger, Nigeria'],
  ['State of Niger', 'Niger (the)', 'State of Niger, Niger'],
  ['Zanzibar', 'Tanzania, the United Republic of', 'Zanzibar, United Republic of Tanzania'],
  ['United Kingdom', 'United Kingdom', 'United Kingdom'],
  ['Delaware', undefined, 'Delaware [country ____]'],
])('prints the part "%s" of %s', async (governingLawPart, governingLaw, printed) => {
  expect((await print(SENIOR, { governingLaw, governingLawPart })).row('Governing law')).toBe(printed);
});

test('states what is written into the blanks for equipment and benefits', async () => {
  for (const id of [SENIOR, 'construction-diesel-mechanic-agreement']) {
    const { text } = await print(id, {}, '2.0.0');
    expect(text).toMatch(/[Ee]quipment .* (?:is|are) stated in the Key Terms, or listed in a receipt/);
    expect(text).toContain('the benefits, if any, that are stated in the Key Terms');
  }
});

test.each(['18', ' at least 18 ', 'Eighteen (18) years', 'Twenty-one'])(
  'a labour policy with a minimum age of "%s" does not mention young workers',
  async (minimumAge) => {
    expect((await print('labour-policy', { minimumAge })).text).not.toMatch(/young worker/i);
  },
);

test.each(['16', '16 (18 for night work)', 'sixteen', 'n/a'])(
  'a labour policy with a minimum age of "%s" protects young workers',
  async (minimumAge) => {
    expect((await print('labour-policy', { minimumAge })).text).toMatch(/young worker/i);
  },
);

test('a labour policy without data has blanks for its figures, and says what applies without them', async () => {
  const { html, text } = await print('labour-policy', {});
  expect(blanksOf(html)).toEqual(expect.arrayContaining(['years', 'hours', 'business days']));
  expect(text).toContain('(15 years if none is stated there)');
  expect(text).toContain('(48 hours if none are stated there)');
  expect(text).toContain('or within 15 business days if none is stated there');
});

const POLICIES = ['esg-policy', 'environmental-policy', 'labour-policy'];

const BETWEEN_BUSINESSES = ['non-disclosure-agreement', 'studio-booking-agreement', 'supplier-agreement'];

test.each(BETWEEN_BUSINESSES)(
  '%s is spelled as in the United States under its law, only there',
  async (id) => {
    const british =
      /\b(?:capitalised|licence|cancelled|defence|favour|labour|wilful|organis|analyse\b|per cent)/i;
    const law = { governingLaw: 'United States of America' };
    for (const data of [law, { ...template(id).sample, ...law, governingLawPart: 'New York' }])
      expect((await print(id, data)).text).not.toMatch(british);
    expect((await print(id, {})).text).toContain('A capitalised term');
  },
);

test.each(BETWEEN_BUSINESSES)(
  '%s has a witness for each signature only under the law of Scotland',
  async (id) => {
    const parties = [
      {
        definition: id.startsWith('studio') ? 'Studio' : 'Supplier',
        rcName: 'Acme Ltd',
        fullName: 'Ada Obi, Director',
      },
      { definition: id.startsWith('studio') ? 'Artist' : 'Customer', isCompany: false, fullName: 'Bem Ode' },
    ];
    expect(witnesses((await print(id, { parties, ...SCOTLAND })).text)).toBe(2);
    expect(witnesses((await print(id, { parties, governingLaw: 'United Kingdom' })).text)).toBe(0);
  },
);

test.each(POLICIES)('%s is spelled as in the United States under its law, only there', async (id) => {
  const british = /labour|colour|neighbour|recognis|organis|licence|judgement|practised|labelled/i;
  const { sample } = template(id);
  const own = (text: string) => text.replaceAll('International Labour Organization', 'ILO');
  const there = await print(id, { ...sample, governingLaw: 'United States of America' });
  expect(own(there.text)).not.toMatch(british);
  expect(there.html).toContain('<html lang="en-US">');
  expect(own((await print(id, { governingLaw: 'United States of America' })).text)).not.toMatch(british);
  expect((await print(id, sample)).html).toContain('<html lang="en-GB">');
  expect(own((await print(id, sample)).text)).not.toMatch(/labor\b|color\b|neighbor|recogniz/i);
});

test.each(POLICIES)(
  '%s has columns for the baseline and for who answers, where they are given',
  async (id) => {
    const header = async (targets: readonly Data[]) =>
      (await print(id, { targets })).text
        .split('\n')
        .find((line) => line.includes('| Measure |'))
        ?.trim();
    const target = { measure: 'Waste', goal: 'None', dueDate: '2030' };
    expect(await header([target])).toBe('| Measure | Target | By |');
    expect(await header([target, { ...target, baseline: '3 tonnes', owner: 'Ada' }])).toBe(
      '| Measure | Baseline | Target | By | Person |',
    );
    const { text } = await print(id, {
      targets: [target, { ...target, baseline: '3 tonnes', owner: 'Ada' }],
    });
    expect(text).toContain('| Waste | Not stated | None | 2030 | The Owner |');
    expect(text).toContain('| Waste | 3 tonnes | None | 2030 | Ada |');
  },
);

test.each(POLICIES)('%s says what the company must do, not what it does', async (id) => {
  const { sample } = template(id);
  // What is not a duty: decisions that the data states, and what the policy itself does.
  const decision =
    /^(?:must|may|does not (?:permit|claim|recognise)|commits|has not|makes no commitment|recognises|runs)\b/;
  for (const data of [{ ...sample, commitments: undefined }, {}]) {
    const sentences = (await print(id, data)).text.matchAll(/The Company ([a-z ]+)/g);
    const verbs = [...sentences].map(([, rest = '']) => rest);
    expect(verbs.filter((rest) => !decision.test(rest))).toEqual([]);
    expect(verbs.length).toBeGreaterThan(5);
  }
});

test.each(['esg-policy', 'environmental-policy'])(
  '%s says when a concern is answered, and names ways outside the company',
  async (id) => {
    const { text } = await print(id, {});
    expect(text).toContain('tell that person, within three months,');
    expect(text).toContain('Nothing in this policy keeps anyone from turning to a court, an authority,');
  },
);

test.each(['labour-policy', 'environmental-policy'])('%s promises no public report', async (id) => {
  expect((await print(id, {})).text).not.toMatch(/for the public|public once/);
});

test('an ESG policy without data promises no report', async () => {
  const { text } = await print('esg-policy', {});
  expect(text).not.toContain('Within six months');
});

test('the properties of a document name only the parties that have a name', async () => {
  const parties = [{ fullName: 'Ada Obi' }, {}, { isCompany: true, rcName: 'Acme Limited' }];
  const { html } = await print('non-disclosure-agreement', { parties });
  expect(html).toContain('<meta name="author" content="Ada Obi; Acme Limited">');
  const employment = await print(SENIOR, { rcName: 'n/a', lastName: 'Obi' });
  expect(employment.html).toContain('<meta name="author" content="Obi">');
});

test('right-to-left names are isolated', async () => {
  const { html } = await print('non-disclosure-agreement', { parties: [{ fullName: 'מרים כהן' }] });
  expect(html).toContain('Signed by <strong><bdi>מרים כהן</bdi></strong>');
});
