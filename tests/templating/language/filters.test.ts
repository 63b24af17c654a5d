import { describe, expect, test } from 'vitest';
import { FILTERS } from '../../../src/templating/language/filters/filters.ts';
import { Safe } from '../../../src/templating/language/values.ts';
import { render } from '../../render/rendering.ts';

const ALL = Object.values(FILTERS);
const nbsp = '\u00a0';
const rule = `<span class="rule">${nbsp.repeat(12)}</span>`;
const ruled = (label: string, field = 'value', size = '', rules = rule) =>
  `<span class="blank${size}" role="textbox" aria-label="blank: ${label}" data-field="${field}">` +
  `${rules}<small>${label.replaceAll(' ', nbsp)}</small></span>`;
/** The markup of a blank without a field. */
const unnamed = (label: string) => ruled(label, 'value', ' short').replace(' data-field="value"', '');

function printed(filter: string, value: unknown): string {
  return render(`{{ value | ${filter} }}`, { value });
}

describe('a filter prints', () => {
  test.each<[filter: string, value: unknown, printed: string]>([
    ['blank("full name")', undefined, ruled('full name')],
    ['blank("full name")', null, ruled('full name')],
    ['blank("full name")', '  ', ruled('full name')],
    ['blank("full name")', [], ruled('full name')],
    ['blank("full name")', 'n/a', ruled('full name')],
    ['blank("full name")', 'N.A.', ruled('full name')],
    ['blank("full name")', ' – ', ruled('full name')],
    ['blank("full name")', 'None', 'None'],
    ['blank("full name")', 'Na', 'Na'],
    ['blank("days", "short")', '', ruled('days', 'value', ' short')],
    ['blank("tasks", "lines")', '', ruled('tasks', 'value', ' lines', rule + rule)],
    [
      'blank("Name and title", "hand", "date")',
      '',
      '<span class="blank hand" role="textbox" aria-label="blank: Name and title" data-field="value" data-kind="date">' +
        `${rule}<small>Name and title</small></span>`,
    ],
    ['blank("a < b")', '', ruled('a &lt; b')],
    ['blank("full name")', 'Ann <', 'Ann &lt;'],
    [
      'blank(["a < b", "c"])',
      '',
      '<span class="blank choice" role="group" aria-label="blank: a &lt; b, or c" data-field="value">' +
        `<span data-option="a &lt; b">☐</span>${nbsp}a &lt; b, or ` +
        `<span data-option="c">☐</span>${nbsp}c</span>`,
    ],
    ['blank(["a", "b"])', false, 'false'],
    ['blank("amount")', 0, '0'],
    ['blank("answer")', false, 'false'],

    ['date', '2026-11-21', `21${nbsp}November${nbsp}2026`],
    ['date', '2026-01-05', `5${nbsp}January${nbsp}2026`],
    ['date', '0999-01-05', `5${nbsp}January${nbsp}999`],
    ['date', '2026-02-30', '2026-02-30'],
    ['date', '2026-2-3', '2026-2-3'],
    ['date', 'next week', 'next week'],
    ['date("United States of America")', '2026-02-28', `February${nbsp}28,${nbsp}2026`],
    ['date("Philippines (the)")', '2026-02-28', `February${nbsp}28,${nbsp}2026`],
    ['date("Nigeria")', '2026-02-28', `28${nbsp}February${nbsp}2026`],
    ['date', undefined, ''],
    ['date | blank("date")', undefined, ruled('date')],

    ['country', 'Gambia (the)', 'Gambia'],
    ['country', 'Tanzania, the United Republic of', 'United Republic of Tanzania'],
    ['country', 'Congo (the Democratic Republic of the)', 'Democratic Republic of the Congo'],
    ['country', 'Virgin Islands (British)', 'British Virgin Islands'],
    ['country', 'Bonaire, Sint Eustatius and Saba', 'Bonaire, Sint Eustatius and Saba'],
    ['country', 'Taiwan, Province of China', 'Taiwan, Province of China'],
    ['country', 'Saint Martin (French part)', 'Saint Martin (French part)'],
    ['country | blank("country")', undefined, ruled('country')],

    ['money("NGN")', 12_000_000, '₦12,000,000.00'],
    ['money("USD")', 1.5, 'US$1.50'],
    ['money("GBP")', 99.99, '£99.99'],
    ['money("Others", "TND")', 99.999, `TND${nbsp}99.999`],
    ['money("Others", "dinars")', 99.999, `99.999${nbsp}dinars`],
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
    // After the dollars above, which have a sign of their own.
    ['money("Others", "USD")', 1000, `USD${nbsp}1,000.00`],
    ['money("Others", "JPY")', 1000, `JPY${nbsp}1,000`],
    ['money("Others", "Ghana cedi <")', 1000, `1,000.00${nbsp}Ghana cedi &lt;`],
    ['money("Others", "€")', 12.5, '€12.50'],
    ['money("Others", "₹")', -1850000, '-₹1,850,000.00'],
    ['money("Others", "$")', 1850000, '$1,850,000.00'],
    ['money("Others", "R$")', -12.5, '-R$12.50'],
    ['money("Others", "GH₵")', 12.5, 'GH₵12.50'],
    ['money("Others", "kr")', 12.5, `12.50${nbsp}kr`],
    ['money("EUR")', 1000, `EUR${nbsp}1,000.00`],
    ['money(coin)', 1000, `1,000.00 ${ruled('currency', 'coin', ' short')}`],
    ['money("Others")', 1000, `1,000.00 ${unnamed('currency')}`],
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

    ['written', ' to Write code; ', 'to Write code;'],
    ['written', 'Blue Note Inc.', 'Blue Note Inc.'],
    ['full_stop', 'Keep backups', '.'],
    ['full_stop', 'Keep backups.\n', ''],
    ['full_stop', 'keep backups;', ''],
    ['full_stop', 'Keep “backups.”', ''],
    ['full_stop', 'Save 20%', '.'],
    ['full_stop', 'バックアップを取る。', ''],
    ['full_stop', ' ', ''],
    ['written', 'iOS releases', 'iOS releases'],
    ['written', 'from 9:00 am for 24 months', `from 9:00${nbsp}am for 24${nbsp}months`],
    ['written', 'call +233 30 255 0170', `call +233${nbsp}30${nbsp}255${nbsp}0170`],
    ['written', '5 May Street', '5 May Street'],
    ['written', 'מרים <כהן>', '<bdi>מרים &lt;כהן&gt;</bdi>'],
    ['written', ' 1 Marina,\r\n\n Lagos <x>\n', '1 Marina,<br>Lagos &lt;x&gt;'],
    ['written', 'מרים\nכהן', '<bdi>מרים<br>כהן</bdi>'],
    ['written', 5, '5'],
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

test('every text filter returns a blank unchanged', () => {
  for (const filter of ['written', 'lower', 'upper', 'title', 'trim', 'quantity("day")', 'date']) {
    expect(printed(`blank("term") | ${filter}`, undefined)).toBe(ruled('term'));
  }
});

test('blanks keep their markup in lists', () => {
  expect(render('{{ [a | blank("a"), b] | and_list }}', { b: '<' })).toBe(`${ruled('a', 'a')} and &lt;`);
});

test('no filter throws, whatever its arguments', () => {
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
  for (const filter of ALL) {
    const [min, max] = filter.arguments;
    const apply = applying(filter);
    for (const value of values) {
      for (const option of values) {
        for (let count = min; count <= max; count++) {
          expect(() => apply(value, ...Array.from({ length: count }, () => option))).not.toThrow();
        }
      }
    }
  }
});

// In quadratic time, a filter takes more than ten minutes.
test('every filter comes to an end with a long value', () => {
  const spaces = ' '.repeat(1_000_000);
  for (const value of [`a${spaces}b\nc`, `1${spaces}x`, `a\n${spaces}`])
    for (const filter of ALL) expect(() => applying(filter)(value)).not.toThrow();
});

function applying(filter: (typeof FILTERS)[string]) {
  return (...given: [value: unknown, ...args: unknown[]]) =>
    'apply' in filter ? filter.apply(...given) : filter.applyTo('value', ...given);
}
