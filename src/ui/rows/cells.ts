import { isDay } from '../../lib/day.ts';
import type { DataSchema } from '../../lib/schema.ts';
import { countryIn } from './countries.ts';
import { readAmount } from './currencies.ts';
import { readDate } from './dates.ts';
import { numberChoices } from './numbers.ts';

/** The order of the parts of a date: 31/12/2026, 12/31/2026, 2026/12/31. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export const DECIMAL_SIGNS = ['comma', 'point'] as const;

/** How cells are read that can be read in two ways. Without it, only what can be read in one way is a value. */
export interface Reading {
  /** `2026-12-31` is a date in any order. */
  readonly dates?: (typeof DATE_ORDERS)[number] | undefined;
  /** What stands before the decimals; thousands may then be set apart. */
  readonly decimal?: (typeof DECIMAL_SIGNS)[number] | undefined;
  /** As the form of the studio reads what is typed: `4 January 2027`, `₦1,850,000`, `nigeria`. */
  readonly asForm?: boolean;
}

/** How the cells of a column are read, by the path of its field. */
export type ReadingOf = (path: string) => Reading;

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);
/** What else people and spreadsheets write. */
const MORE_TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'x', '✓', 'ja', 'wahr', 'oui', 'vrai', 'sí', 'si', 'verdadero'].map(
    (word) => [word, true] as const,
  ),
  ...['n', 'nein', 'falsch', 'non', 'faux', 'falso'].map((word) => [word, false] as const),
]);

const PLAIN = /^-?\d+(\.\d+)?$/;
/** Spaces of all widths and the apostrophe set thousands apart, whatever stands before the decimals. */
const NUMBERS = {
  comma: /^-?(\d+|\d{1,3}(([.\s'’])\d{3})(\3\d{3})*)(,\d+)?$/,
  point: /^-?(\d+|\d{1,3}(([,\s'’])\d{3})(\3\d{3})*)(\.\d+)?$/,
} as const;

const DATES = {
  dmy: /^(?<day>\d{1,2})([-/.])(?<month>\d{1,2})\2(?<year>\d{4})$/,
  mdy: /^(?<month>\d{1,2})([-/.])(?<day>\d{1,2})\2(?<year>\d{4})$/,
  ymd: /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})$/,
} as const;

/** @returns the value of a cell that is not empty; undefined when it does not have the form of the field's type */
export function readValue(cell: string, field: DataSchema, reading: Reading): unknown {
  if (reading.asForm) return readAsForm(cell.trim(), field, reading);
  if (field.type === 'boolean') return TRUTHS.get(cell.trim().toLowerCase());
  if (isNumber(field)) return numberOf(cell.trim(), reading.decimal);
  return field.format === 'date' && reading.dates ? dateOf(cell, reading.dates) : cell;
}

function readAsForm(text: string, field: DataSchema, { dates, decimal }: Reading): unknown {
  const word = text.toLowerCase();
  if (field.type === 'boolean') return TRUTHS.get(word) ?? MORE_TRUTHS.get(word);
  if (isNumber(field)) {
    const { number } = readAmount(text);
    return typeof number === 'number' ? number : decimal && numberOf(number, decimal);
  }
  if (field.format === 'date') {
    const [date, another] = readDate(text);
    if (another === undefined) return date;
    return dates && dateOf(text.replaceAll(' ', ''), dates);
  }
  if (field.enum === undefined || field.enum.includes(text)) return text;
  return field.enum.find((one) => String(one).toLowerCase() === word) ?? countryIn(field, text) ?? text;
}

/** What a cell may mean that the form reads in two ways, and how each is read: of a date 4/1/2027, of a number 1.850. */
export function meaningsOf(
  cell: string,
  field: DataSchema,
): readonly (readonly [meaning: string | number, reading: Reading])[] {
  if (field.format === 'date') {
    const [dayFirst, monthFirst] = readDate(cell);
    if (dayFirst === undefined || monthFirst === undefined) return [];
    return [
      [dayFirst, { dates: 'dmy' }],
      [monthFirst, { dates: 'mdy' }],
    ];
  }
  const [thousands, decimals] = isNumber(field) ? numberChoices(String(readAmount(cell).number)) : [];
  if (thousands === undefined || decimals === undefined) return [];
  return [
    [thousands, { decimal: 'comma' }],
    [decimals, { decimal: 'point' }],
  ];
}

/** What a cell of a field must be, as a sentence without its subject. */
export function formOf({ type, format }: DataSchema, { decimal, asForm }: Reading): string {
  if (asForm && format === 'date')
    return 'must be a date with its year that can be read in one way, such as 4 January 2027';
  if (asForm && type === 'boolean') return 'must be yes or no';
  if (asForm) return 'must be a number that can be read in one way, such as 1,850,000.50';
  if (type === 'boolean') return 'must be true, false, yes or no';
  if (decimal === 'comma') return 'must be a number with a comma before the decimals, such as 1850000,50';
  if (decimal === 'point') return 'must be a number with a point before the decimals, such as 1850000.50';
  return 'must be digits with a point before the decimals and nothing between the thousands, such as 1850000.50';
}

/** The settings with which a cell has a value that it does not have without them. */
export function readingsOf(cell: string, field: DataSchema, reading: Reading): readonly string[] {
  const text = cell.trim();
  if (isNumber(field) && reading.decimal === undefined && !PLAIN.test(text))
    return DECIMAL_SIGNS.filter((sign) => NUMBERS[sign].test(text)).map((sign) => `--decimal ${sign}`);
  if (field.format === 'date' && reading.dates === undefined)
    return DATE_ORDERS.filter((order) => isDay(dateOf(text, order)) && !isDay(text)).map(
      (order) => `--dates ${order}`,
    );
  return [];
}

function isNumber({ type }: DataSchema): boolean {
  return type === 'number' || type === 'integer';
}

function numberOf(text: string, decimal: Reading['decimal']): number | undefined {
  if (decimal === undefined) return PLAIN.test(text) ? Number(text) : undefined;
  if (!NUMBERS[decimal].test(text)) return undefined;
  return Number(
    decimal === 'comma' ? text.replaceAll(/[.\s'’]/g, '').replace(',', '.') : text.replaceAll(/[,\s'’]/g, ''),
  );
}

/** @returns `2026-12-31`; the cell itself when it has another form, for the service to refuse */
function dateOf(cell: string, order: (typeof DATE_ORDERS)[number]): string {
  const { year, month, day } = DATES[order].exec(cell.trim())?.groups ?? {};
  if (year === undefined || month === undefined || day === undefined) return cell;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
