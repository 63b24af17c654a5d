import { describe, expect, test } from 'vitest';
import { currencyFields, currencyOf, readAmount } from '../../../src/ui/rows/currencies.ts';
import { readDate, writeDate } from '../../../src/ui/rows/dates.ts';
import { numberChoices, readNumber, writeNumber } from '../../../src/ui/rows/numbers.ts';
import { titleOf } from '../../../src/ui/rows/titles.ts';
import { curlOf } from '../../../src/ui/studio/client/curl.ts';
import { lifeOf } from '../../../src/ui/studio/client/life.ts';

describe('numbers as people write them', () => {
  test.each([
    ['1850000', 1_850_000],
    ['1,850,000.50', 1_850_000.5],
    ['1.850.000,50', 1_850_000.5],
    ['1 850 000', 1_850_000],
    ['1’850’000', 1_850_000],
    ['1,850', 1_850],
    ['12,5', 12.5],
    ['12 %', 12],
    ['0.125', 0.125],
    ['-0.125', -0.125],
    ['1.850.000', 1_850_000],
    ['-5', -5],
    ['0', 0],
  ])('%s is %d', (text, number) => {
    expect(readNumber(text)).toBe(number);
  });

  test.each([
    '',
    'a lot',
    '1.850',
    '1,2,3',
    '1.2.3',
    '-0.5.000',
    `${'9'.repeat(400)}.5`,
    '1,850,00',
    '12-5',
    '1.850,000.5',
    '--5',
    '1e5',
    'minimum 1,850,000',
    '$5',
    '5 USD',
  ])('%s stays as it is, for nobody can tell which number it is', (text) => {
    expect(readNumber(text)).toBe(text);
  });

  test('what can be read in two ways is asked', () => {
    expect(numberChoices('1.850')).toEqual([1_850, 1.85]);
    expect(numberChoices('1,850.5')).toEqual([]);
  });

  test.each([
    [1_850_000, '1,850,000'],
    [1_850_000.5, '1,850,000.50'],
    [0.125, '0.125'],
  ])('%d is written %s, and read again', (number, text) => {
    expect(writeNumber(number)).toBe(text);
    expect(readNumber(text)).toBe(number);
  });
});

describe('amounts as people write them', () => {
  test.each([
    ['₦1,850,000', { number: 1_850_000, currency: 'NGN' }],
    ['N1850000', { number: 1_850_000, currency: 'NGN' }],
    ['NGN 1,850,000', { number: 1_850_000, currency: 'NGN' }],
    ['1,850,000 naira', { number: 1_850_000, currency: 'NGN' }],
    ['$2,500', { number: 2_500, currency: 'USD' }],
    ['US$ 2,500', { number: 2_500, currency: 'USD' }],
    ['2,500 USD', { number: 2_500, currency: 'USD' }],
    ['usd 5,000', { number: 5_000, currency: 'USD' }],
    ['£40,000', { number: 40_000, currency: 'GBP' }],
    ['R 12.50', { number: 12.5, currency: 'ZAR' }],
    ['1.850.000,50 €', { number: 1_850_000.5, currency: 'EUR' }],
    ['KSh. 5000', { number: 5_000, currency: 'KES' }],
    ['JPY 500', { number: 500, currency: 'JPY' }],
    ['$1.850', { number: '1.850', currency: 'USD' }],
    ['12 %', { number: 12 }],
    ['2,500', { number: 2_500 }],
    ['minimum 1,850,000', { number: 'minimum 1,850,000' }],
    ['¥500', { number: '¥500' }],
    ['2,500 a month', { number: '2,500 a month' }],
    ['$ 5 USD', { number: '$ 5 USD' }],
    ['a lot', { number: 'a lot' }],
  ])('%s', (text, amount) => {
    expect(readAmount(text)).toEqual(amount);
  });

  test('the currency of data is its code, also when it is another one', () => {
    expect([{}, { currency: 'NGN' }, { currency: 'Others' }].map((data) => currencyOf(data))).toEqual([
      undefined,
      'NGN',
      undefined,
    ]);
    const others = ['KES', '€', 'Kenyan shillings'];
    expect(others.map((customCurrency) => currencyOf({ currency: 'Others', customCurrency }))).toEqual([
      'KES',
      'EUR',
      'Kenyan shillings',
    ]);
  });

  test('a currency is set by its name, or as another one', () => {
    const schema = { properties: { currency: { enum: ['NGN', 'Others'] } } };
    expect(currencyFields(schema, 'NGN')).toEqual({ currency: 'NGN', customCurrency: undefined });
    expect(currencyFields(schema, 'KES')).toEqual({ currency: 'Others', customCurrency: 'KES' });
    expect(currencyFields({ properties: {} }, 'NGN')).toBeUndefined();
  });
});

describe('dates as people write them', () => {
  test.each([
    '2027-01-04',
    '2027/1/4',
    '4 January 2027',
    '4 jan 2027',
    'Jan 4, 2027',
    'January 4th, 2027',
    '4th of January 2027',
    '4.1.2027',
    '04. 01. 2027',
    '04 01 2027',
  ])('%s', (text) => {
    expect(readDate(text)).toContain('2027-01-04');
    expect(readDate(text).slice(1)).toEqual(/^04 /.test(text) ? ['2027-04-01'] : []);
  });

  test.each([
    ['4/1/2027', ['2027-01-04', '2027-04-01']],
    ['13/1/2027', ['2027-01-13']],
    ['1/13/2027', ['2027-01-13']],
    ['4/4/2027', ['2027-04-04']],
  ])('%s can be %j', (text, dates) => {
    expect(readDate(text)).toEqual(dates);
  });

  test.each([
    '',
    'soon',
    '30 February 2027',
    '2027-02-29',
    '4 January',
    '4 January 27',
    'May',
    '1 2 3 4',
    '4 5 January 2027',
    'ma 4 2027',
    '4th January MMXX',
  ])('%s is no date', (text) => {
    expect(readDate(text)).toEqual([]);
  });

  test('a date is written in words, another text as it is', () => {
    expect(['2027-01-04', '2027-02-30', 'soon'].map(writeDate)).toEqual([
      '4 January 2027',
      '2027-02-30',
      'soon',
    ]);
  });
});

test('a path is named by the titles of the schema', () => {
  const text = { type: 'string', title: 'Full name' };
  const schema = {
    properties: {
      parties: {
        type: 'array',
        title: 'Parties',
        items: { type: 'object', title: 'Party', properties: { fullName: text } },
      },
      duties: { type: 'array', title: 'Duties', items: { type: 'string', title: 'Entry' } },
    },
  };
  expect(
    ['parties', 'parties[1].fullName', 'duties[0]', 'other', ''].map((path) => titleOf(schema, path)),
  ).toEqual(['Parties', 'Party 2: Full name', 'Duties, entry 1', 'other', '']);
});

test('the curl command is safe in a shell, and has no key', () => {
  expect(curlOf('https://docgen.example', { data: { name: "O'Neill" } })).toBe(
    `curl 'https://docgen.example/api/v1/documents/generate' \\\n` +
      `  -H "X-Key: $DOCGEN_KEY" \\\n` +
      `  -H 'Content-Type: application/json' \\\n` +
      `  --remote-name --remote-header-name \\\n` +
      `  --data-binary '{"data":{"name":"O'\\''Neill"}}'`,
  );
});

test('the life of a key is said in minutes, hours and days, with a warning near its end and when it has none', () => {
  const now = Date.parse('2026-11-23T09:00:00Z');
  const lives = [
    undefined,
    null,
    '2026-11-23T09:00:00Z',
    '2026-11-23T09:14:30Z',
    '2026-11-23T09:40:00Z',
    '2026-11-23T17:00:00Z',
    '2026-11-23T17:20:00Z',
    '2026-11-30T09:00:00Z',
  ].map((expiresAt) => lifeOf(expiresAt, now));
  expect(lives.map(({ text, isWarning }) => [text, isWarning])).toEqual([
    ['', false],
    ['This key has no end. Ask for one that ends: a lasting key belongs on a server.', true],
    ['The key has ended', true],
    ['The key ends in 15 min', true],
    ['The key ends in 40 min', false],
    ['The key ends in 8 h', false],
    ['The key ends in 8 h 20 min', false],
    ['The key ends in 7 days', false],
  ]);
});
