import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { leavesOf, withValue } from '../../../src/lib/paths.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { inProofs, partOf } from '../../part.ts';
import { type Data, named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { edited, fillControls } from './fill-word.ts';
import { readAndJudged } from './judged.ts';
import { dataOf, wordFile } from './reading.ts';
import { variationsOf } from './variations.ts';

/** Of how many variations one is read; the whole sweep is UNTOUCHED=1. `npm test` takes one of four texts. */
const EVERY = Number(process.env.UNTOUCHED ?? (inProofs() ? 8 : 30));
const TEXTS = process.env.UNTOUCHED === undefined ? partOf(TEMPLATES, 4) : TEMPLATES;

vi.setConfig({ testTimeout: 60_000 + 1_200_000 / EVERY });

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

const byName = (name: string) => TEMPLATES.find((template) => named(template) === name) as Template;

/** What is read of a file beside the data that it was made of: other values, and changes. Data that its text does not print are not read. */
function differences(template: Template, data: Data, file: Uint8Array, isTrailed = true) {
  const right = new Map(leavesOf(data));
  const reading = readAndJudged(template, isTrailed ? data : undefined, file);
  const values = [...dataOf({ reading }, right)].filter(([path, value]) => right.get(path) !== value);
  const lost = [...reading.lost, ...reading.blanks.filter((path) => right.has(path))];
  return { values: Object.fromEntries(values), lost, changes: reading.changes };
}

const NONE = { values: {}, lost: [], changes: [] };

test.each(TEXTS.map((template, index) => [named(template), template, index] as const))(
  'an untouched Word file of %s is as made, whatever its data leave out',
  async (_, template, index) => {
    const wrong: unknown[] = [];
    for (const [number, { name, data }] of variationsOf(template).entries()) {
      if ((number + index) % EVERY > 0) continue;
      await nextTurn();
      const found = differences(template, data, wordFile(template, data));
      if (JSON.stringify(found) !== JSON.stringify(NONE)) wrong.push({ name, found });
    }
    expect(wrong).toEqual([]);
  },
);

const { sample: diesel } = byName('construction-diesel-mechanic-agreement 2.0.0');
const { sample: nda } = byName('non-disclosure-agreement 1.0.0') as {
  sample: { parties?: readonly object[] };
};
const { sample: booking } = byName('studio-booking-agreement 1.0.0');

test.each<[what: string, name: string, data: Data]>([
  ['one party of which nothing is given', 'non-disclosure-agreement 1.0.0', { parties: [{}] }],
  [
    'a party with a name and one without',
    'non-disclosure-agreement 1.0.0',
    { parties: [{ definition: 'A', rcName: 'Acme' }, { definition: 'B' }] },
  ],
  [
    'one party more of which nothing is given',
    'non-disclosure-agreement 1.0.0',
    { parties: [...(nda.parties ?? []), {}] },
  ],
  ['parties without roles, which the text gives them', 'supplier-agreement 1.0.0', { parties: [{}, {}] }],
  [
    'a currency of another name, without "Others"',
    'construction-diesel-mechanic-agreement 2.0.0',
    withValue(diesel, 'currency', undefined),
  ],
  ...['€', 'R$'].map((customCurrency): [string, string, Data] => [
    `the sign ${customCurrency} of a currency`,
    'construction-diesel-mechanic-agreement 2.0.0',
    { ...diesel, currency: 'Others', customCurrency },
  ]),
  [
    'two targets, of which only one person is given',
    'environmental-policy 1.0.0',
    { targets: [{ owner: 'the Plant Manager' }, {}] },
  ],
  ...['1000', '12.5', '12.50', '50,000', '50000.00'].flatMap((charge): [string, string, Data][] => {
    const data = withValue(booking, 'cancellationCharge', charge);
    return [
      [`an amount that was written as ${charge}`, 'studio-booking-agreement 1.0.0', data],
      [
        `an amount that was written as ${charge}, without a currency`,
        'studio-booking-agreement 1.0.0',
        withValue(data, 'currency', undefined),
      ],
    ];
  }),
])('an untouched Word file is as made with %s', (_, name, data) => {
  const template = byName(name);
  expect(differences(template, data, wordFile(template, data))).toEqual(NONE);
});

test('a country that is printed in another order is read as it was sent', () => {
  const labour = byName('labour-policy 1.0.0');
  const data = {
    ...labour.sample,
    rcCountry: 'Tanzania, the United Republic of',
    governingLaw: 'Korea, Republic of',
  };
  const file = wordFile(labour, data);
  expect(differences(labour, data, file)).toEqual(NONE);
  expect(differences(labour, data, file, false)).toEqual(NONE);
});

test.each<[what: string, name: string, data: Data]>([
  [
    'parties of whom nothing but their kind is given',
    'non-disclosure-agreement 1.0.0',
    { parties: [{ isCompany: true }, { isCompany: false }] },
  ],
  [
    'a company without an address',
    'non-disclosure-agreement 1.0.0',
    { parties: [{ isCompany: true, rcName: 'Acme' }, { fullName: 'Ada Obi' }] },
  ],
])(
  'the words of blanks are neither values nor changes in a file of which the trail knows nothing: %s',
  (_, name, data) => {
    const template = byName(name);
    expect(differences(template, data, wordFile(template, data), false)).toEqual(NONE);
  },
);

test('an amount beside the blank of its currency is no value in a file of which the trail knows nothing', () => {
  const senior = byName('senior-backend-developer-agreement 2.0.0');
  const data = { grossSalary: 1_850_000 };
  const { values, lost } = differences(senior, data, wordFile(senior, data), false);
  expect({ values, lost }).toEqual({ values: {}, lost: [] });
});

test('a blank beside other values of its line is filled in, and they stay', () => {
  const senior = byName('senior-backend-developer-agreement 2.0.0');
  const data = withValue(senior.sample, 'address', undefined);
  const file = fillControls(wordFile(senior, data), new Map([['address', '7 Awolowo Road']]));
  expect(differences(senior, data, file)).toEqual({ ...NONE, values: { address: '7 Awolowo Road' } });
});

test('the words of blanks are no values beside a value that was changed', () => {
  const template = byName('non-disclosure-agreement 1.0.0');
  const data = { parties: [{ fullName: 'Ada Obi' }] };
  const file = edited(wordFile(template, data), (body) => body.replaceAll('Ada Obi', 'Ada Obi-Nwosu'));
  expect(differences(template, data, file)).toEqual({
    ...NONE,
    values: { 'parties[0].fullName': 'Ada Obi-Nwosu' },
  });
});
