import { describe, expect, test } from 'vitest';
import { FILTERS } from '../../src/language/filters/filters.ts';
import { Safe } from '../../src/language/values.ts';
import { render } from '../render/rendering.ts';

const nbsp = '\u00a0';
const ruled = (label: string, field = 'value') =>
  `<span class="blank" role="textbox" aria-label="blank: ${label}" data-field="${field}">` +
  `<small>${label.replaceAll(' ', nbsp)}</small>${nbsp.repeat(12)}</span>`;
/** Of a blank that stands for no field. */
const unnamed = (label: string) => ruled(label).replace(' data-field="value"', '');

function printed(filter: string, value: unknown): string {
  return render(`{{ value | ${filter} }}`, { value });
}

describe('filters print', () => {
  test.each<[filter: string, value: unknown, printed: string]>([
    ['blank("full name")', undefined, ruled('full name')],
    ['blank("full name")', null, ruled('full name')],
    ['blank("full name")', '  ', ruled('full name')],
    ['blank("full name")', [], ruled('full name')],
    ['blank("a < b")', '', ruled('a &lt; b')],
    ['blank("full name")', 'Ann <', 'Ann &lt;'],
    ['blank("amount")', 0, '0'],
    ['blank("answer")', false, 'false'],

    ['date', '2026-11-21', `21${nbsp}November${nbsp}2026`],
    ['date', '2026-01-05', `5${nbsp}January${nbsp}2026`],
    ['date', '0999-01-05', `5${nbsp}January${nbsp}999`],
    ['date', '2026-02-30', '2026-02-30'],
    ['date', '2026-2-3', '2026-2-3'],
    ['date', 'next week', 'next week'],
    ['date', undefined, ''],
    ['date | blank("date")', undefined, ruled('date')],

    ['money("NGN")', 12_000_000, '₦12,000,000.00'],
    ['money("USD")', 1.5, '$1.50'],
    ['money("GBP")', 99.999, '£100.00'],
    ['money("ZAR")', 1000, `R${nbsp}1,000.00`],
    ['money("NGN")', -5, '-₦5.00'],
    ['money("NGN")', -0, '₦0.00'],
    ['money("KES")', -0, `KES${nbsp}0.00`],
    ['money("NGN")', '5000', '₦5,000.00'],
    ['money("NGN")', '5,000', '₦5,000.00'],
    ['money("NGN")', ' 5000.50 ', '₦5,000.50'],
    ['money("NGN")', '12345678901234567890.12', '₦12,345,678,901,234,567,890.12'],
    ['money("NGN")', '5,00', '5,00'],
    ['money("NGN")', 'to be agreed', 'to be agreed'],
    ['money("Others", "kes")', 1000, `KES${nbsp}1,000.00`],
    ['money("Others", "JPY")', 1000, `JPY${nbsp}1,000`],
    ['money("Others", "Ghana cedi <")', 1000, `Ghana cedi &lt;${nbsp}1,000.00`],
    ['money("EUR")', 1000, `EUR${nbsp}1,000.00`],
    ['money(coin)', 1000, `${ruled('currency', 'coin')}${nbsp}1,000.00`],
    ['money("Others")', 1000, `${unnamed('currency')}${nbsp}1,000.00`],
    ['money("NGN")', undefined, ''],
    ['money("NGN") | blank("salary")', '', ruled('salary')],

    ['quantity("day")', '20', `20${nbsp}days`],
    ['quantity("day")', 20, `20${nbsp}days`],
    ['quantity("day")', '1', `1${nbsp}day`],
    ['quantity("day")', 'One', `One${nbsp}day`],
    ['quantity("day")', '1.5', `1.5${nbsp}days`],
    ['quantity("month")', 'twenty', `twenty${nbsp}months`],
    ['quantity("day")', 'twenty-one', `twenty-one${nbsp}days`],
    ['quantity("day")', 'twenty (20)', `twenty (20)${nbsp}days`],
    ['quantity("day")', '20 (twenty)', `20 (twenty)${nbsp}days`],
    ['quantity("day")', 'one (1)', `one (1)${nbsp}day`],
    ['quantity("day")', 'one hundred', `one hundred${nbsp}days`],
    ['quantity("day")', 'two weeks', 'two weeks'],
    ['quantity("day")', '20 days', '20 days'],
    ['quantity("day")', 'as agreed', 'as agreed'],
    ['quantity("day")', undefined, ''],

    ['percent', 30, '30%'],
    ['percent', 12.5, '12.5%'],
    ['percent', '12.5', '12.5%'],
    ['percent', '30%', '30%'],
    ['percent', undefined, ''],

    ['phrase', ' to write code. ', 'to write code'],
    ['phrase', 'to write code;', 'to write code'],
    ['phrase', 'and so on...', 'and so on...'],
    ['phrase', 'from 9:00 am for 24 months', `from 9:00${nbsp}am for 24${nbsp}months`],
    ['phrase', '5 May Street', '5 May Street'],
    ['phrase', 5, '5'],
    ['sentence', ' write code ', 'write code.'],
    ['sentence', 'write code;', 'write code.'],
    ['sentence', 'Why not?', 'Why not?'],
    ['sentence', 'He said “go.”', 'He said “go.”'],
    ['sentence', '', ''],
    ['capital', 'éclair by McX', 'Éclair by McX'],
    ['and_list', ['a'], 'a'],
    ['and_list', ['a', 'b'], 'a and b'],
    ['and_list', ['a', '<', 'c'], 'a, &lt; and c'],
    ['and_list', ['a', ' ', null, 'c'], 'a and c'],
    ['and_list', 'a laptop', 'a laptop'],
    ['and_list | blank("equipment")', [], ruled('equipment')],
  ])('%s of %j', (filter, value, expected) => {
    expect(printed(filter, value)).toBe(expected);
  });
});

test('a blank passes through every text filter as it is', () => {
  for (const filter of [
    'phrase',
    'sentence',
    'capital',
    'lower',
    'upper',
    'title',
    'trim',
    'quantity("day")',
    'date',
  ]) {
    expect(printed(`blank("term") | ${filter}`, undefined)).toBe(ruled('term'));
  }
});

test('blanks keep their markup in lists', () => {
  expect(render('{{ [a | blank("a"), b] | and_list }}', { b: '<' })).toBe(`${ruled('a', 'a')} and &lt;`);
});

test('no filter throws, whatever it is given', () => {
  const values = [
    undefined,
    null,
    true,
    0,
    -1,
    Number.NaN,
    1e308,
    '',
    'text',
    '5',
    [],
    ['a', [1], {}],
    {},
    new Safe('<b>'),
  ];
  for (const filter of Object.values(FILTERS)) {
    const [min, max] = filter.arguments;
    const apply = (...given: [unknown, ...unknown[]]) =>
      'apply' in filter ? filter.apply(...given) : filter.applyTo('value', ...given);
    for (const value of values) {
      for (const option of values) {
        for (let count = min; count <= max; count++) {
          expect(() => apply(value, ...Array.from({ length: count }, () => option))).not.toThrow();
        }
      }
    }
  }
});
