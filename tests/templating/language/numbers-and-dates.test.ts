import { expect, test } from 'vitest';
import { codeOfCountry, SUPPORTED_COUNTRIES } from '../../../schemas/shared/countries.ts';
import { money, moneyParts } from '../../../src/templating/language/filters/money.ts';
import { toHtml } from '../../../src/templating/language/values.ts';
import { render } from '../../render/rendering.ts';

const nbsp = '\u00a0';

/** Cases by which each regular expression, limit and default of the filters for numbers and dates is held. */
test.each<[filter: string, value: unknown, printed: string]>([
  ['percent', 12.123456, '12.123456%'],
  ['percent', 12.1234564, '12.123456%'],
  ['percent', '-12.5', '-12.5%'],
  ['percent', ' 30 ', '30%'],
  ['percent', '123456789012345', '123,456,789,012,345%'],
  ['percent', '1234567890123456', '1234567890123456'],
  ['percent', '0.100000000000000', '0.1%'],
  ['percent', '0.1000000000000000', '0.1000000000000000'],
  ['percent', '30.', '30.'],
  ['percent', 'about 30', 'about 30'],
  ['percent', Number.POSITIVE_INFINITY, ''],

  ['round', 2.5, '3'],
  ['round', 2.4, '2'],
  ['round(2)', 2.345678, '2.35'],
  ['round(2, "ceil")', 2.341, '2.35'],
  ['round(2, "floor")', 2.349, '2.34'],
  ['round(0, "ceil")', 2.1, '3'],
  ['round(0, "floor")', 2.9, '2'],
  ['int', '12 days', '12'],
  ['int', 12.9, '12'],
  ['int', 'a', ''],
  ['int(7)', 'none', '7'],
  ['int(7)', true, '7'],
  ['int(0, 16)', 'ff', '255'],
  ['abs', -3, '3'],

  ['date', ' 2026-11-21 ', `21${nbsp}November${nbsp}2026`],
  ['date', '2026', '2026'],
  ['date', '2026-11', '2026-11'],
  ['date', '2026-13-45', '2026-13-45'],
  ['date', '+012026-01-01', '+012026-01-01'],
  ['date("Guamania")', '2026-02-28', `28${nbsp}February${nbsp}2026`],
  ['date("New Guam")', '2026-02-28', `28${nbsp}February${nbsp}2026`],

  ['money("NGN")', '-5,000', '-₦5,000.00'],
  ['money("NGN")', '123,456', '₦123,456.00'],
  ['money("NGN")', '1,234,567', '₦1,234,567.00'],
  ['money("NGN")', '1234,567', '1234,567'],
  ['money("NGN")', '12,34', '12,34'],
  ['money("NGN")', '5000.', '5000.'],
  ['money("NGN")', 'NGN 5000', 'NGN 5000'],
  ['money("NGN")', '5000 a month', '5000 a month'],
  ['money("NGN")', '123456789012345678901234567.12', '₦123,456,789,012,345,678,901,234,567.12'],
  ['money("NGN")', '1234567890123456789012345678.12', '1234567890123456789012345678.12'],
  ['money("NGN")', Number.NaN, ''],
  ['money("NGN")', '1.2346', '₦1.235'],
  ['money("Others", "dinars")', '1.2346', `1.235${nbsp}dinars`],
  ['money("Others", "dinars")', -0, `0.00${nbsp}dinars`],
  ['money("Others", "dinars")', -0.004, `-0.004${nbsp}dinars`],
  ['money("Others", "KES")', 99.999, `KES${nbsp}99.999`],
  ['money("Others", "JPY")', 1000.5, `JPY${nbsp}1,000.5`],
  ['money("Others", "JPY")', 1.2346, `JPY${nbsp}1.235`],
  ['money(" USD ")', 1, 'US$1.00'],
  ['money("Others", " € ")', 1, '€1.00'],
  ['money("Others", "€uro")', 1, `1.00${nbsp}€uro`],
  ['money("Others", "ABCD$")', 1, `1.00${nbsp}ABCD$`],
  ['money("USD", "cedis")', 1, 'US$1.00'],
  ['money("shillings")', 1, `1.00${nbsp}shillings`],

  ['quantity("day")', ' 20 ', `20${nbsp}days`],
  ['quantity("day")', '1 (one)', `1 (one)${nbsp}day`],
  ['quantity("day")', '1.0', `1.0${nbsp}days`],
  ['quantity("day")', '11', `11${nbsp}days`],
  ['quantity("day")', 'One hundred', `One hundred${nbsp}days`],
  ['quantity("day")', 'twenty-one', `twenty-one${nbsp}days`],
  ['quantity("day")', 'a hundred (100)', `a hundred (100)${nbsp}days`],
  ['quantity("day")', true, 'true'],
])('%s of %j', (filter, value, expected) => {
  expect(render(`{{ value | ${filter} }}`, { value })).toBe(expected);
});

/** The countries that write the month first, by their codes. */
const MONTH_FIRST = new Set('AS FM GU MH MP PH PR PW UM US VI'.split(' '));

test('a date has the month first under the law of those countries, by every spelling', () => {
  const dates = SUPPORTED_COUNTRIES.map((law) => [law, render('{{ "2026-02-28" | date(law) }}', { law })]);
  expect(dates).toEqual(
    SUPPORTED_COUNTRIES.map((law) => [
      law,
      MONTH_FIRST.has(codeOfCountry(law) ?? '')
        ? `February${nbsp}28,${nbsp}2026`
        : `28${nbsp}February${nbsp}2026`,
    ]),
  );
});

/** Where each piece of a printed amount is from: the amount `a`, the currency `c`, the custom currency `x`. */
test.each<[amount: unknown, currency: string | undefined, custom: string | undefined, parts: unknown[]]>([
  [
    1500.5,
    'NGN',
    undefined,
    [
      ['₦', 'c'],
      ['1,500.50', 'a'],
      ['', 'c'],
    ],
  ],
  [
    1500.5,
    'NGN',
    'cedis',
    [
      ['₦', 'c'],
      ['1,500.50', 'a'],
      ['', 'c'],
    ],
  ],
  [
    1500.5,
    'Others',
    'cedis',
    [
      ['', 'x'],
      ['1,500.50', 'a'],
      [`${nbsp}cedis`, 'x'],
    ],
  ],
  [
    1500.5,
    'Others',
    '€',
    [
      ['€', 'x'],
      ['1,500.50', 'a'],
      ['', 'x'],
    ],
  ],
  [
    1500.5,
    'EUR',
    ' ',
    [
      [`EUR${nbsp}`, 'c'],
      ['1,500.50', 'a'],
      ['', 'c'],
    ],
  ],
  ['3 months of salary', 'NGN', undefined, [['3 months of salary', 'a']]],
  [undefined, 'NGN', undefined, [['', 'a']]],
  [
    5,
    undefined,
    undefined,
    [
      ['', 'c'],
      ['5.00', 'a'],
      [expect.stringContaining('blank: currency'), undefined],
    ],
  ],
])('the parts of %j in %j, %j', (amount, currency, custom, parts) => {
  const sourced = (value: unknown, source: string) => ({ value, source });
  const made = moneyParts(
    money('c', amount, currency, custom),
    ...([sourced(amount, 'a'), sourced(currency, 'c'), sourced(custom, 'x')] as const),
  );
  expect(made.map(({ value, source }) => [toHtml(value), source])).toEqual(parts);
});
