import type { PublishedSchema } from './published-schema.ts';

/** The order of the parts of a date: 31/12/2026, 12/31/2026, 2026/12/31. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export const DECIMAL_SIGNS = ['comma', 'point'] as const;

/** How cells are read that can be read in two ways. Without it, only what can be read in one way is a value. */
export interface Reading {
  /** `2026-12-31` is a date in any order. */
  readonly dates?: (typeof DATE_ORDERS)[number] | undefined;
  /** What stands before the decimals; thousands may then be set apart. */
  readonly decimal?: (typeof DECIMAL_SIGNS)[number] | undefined;
}

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
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
export function readValue(cell: string, field: PublishedSchema, reading: Reading): unknown {
  if (field.type === 'boolean') return TRUTHS.get(cell.trim().toLowerCase());
  if (isNumber(field)) return numberOf(cell.trim(), reading.decimal);
  return field.format === 'date' && reading.dates ? dateOf(cell, reading.dates) : cell;
}

/** What a cell of a field must be, as a sentence without its subject. */
export function formOf({ type }: PublishedSchema, { decimal }: Reading): string {
  if (type === 'boolean') return 'must be true, false, yes or no';
  if (decimal === 'comma') return 'must be a number with a comma before the decimals, such as 1850000,50';
  if (decimal === 'point') return 'must be a number with a point before the decimals, such as 1850000.50';
  return 'must be digits with a point before the decimals and nothing between the thousands, such as 1850000.50';
}

/** The settings with which a cell has a value that it does not have without them. */
export function readingsOf(cell: string, field: PublishedSchema, reading: Reading): readonly string[] {
  const text = cell.trim();
  if (isNumber(field) && reading.decimal === undefined && !PLAIN.test(text))
    return DECIMAL_SIGNS.filter((sign) => NUMBERS[sign].test(text)).map((sign) => `--decimal ${sign}`);
  if (field.format === 'date' && reading.dates === undefined)
    return DATE_ORDERS.filter((order) => isCalendarDate(dateOf(text, order)) && !isCalendarDate(text)).map(
      (order) => `--dates ${order}`,
    );
  return [];
}

function isNumber({ type }: PublishedSchema): boolean {
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

function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}
