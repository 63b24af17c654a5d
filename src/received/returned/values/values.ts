import { SUPPORTED_COUNTRIES } from '../../../../schemas/shared/countries.ts';
import { MONTHS as MONTH_NAMES } from '../../../../schemas/shared/months.ts';
import { countryName } from '../../../lib/country-name.ts';
import { CURRENCY_SIGN } from '../../../lib/currency-sign.ts';
import type { DataSchema } from '../../../lib/schema.ts';

const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase());

const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]{3,9})\.?,? (\d{1,4})$/i;
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{1,4})$/i;
const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:T.*)?$/;

/** A day in words or as YYYY-MM-DD; undefined for any other text, also for 01/02/2027, which means two days. */
export function parseDay(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = DAY_FIRST.exec(text) ?? [];
  if (year !== '') return dayOf(year, monthOf(month), day);
  const [, monthName = '', dayOfMonth = '', ofYear = ''] = MONTH_FIRST.exec(text) ?? [];
  if (ofYear !== '') return dayOf(ofYear, monthOf(monthName), dayOfMonth);
  const iso = ISO.exec(text);
  return iso === null ? undefined : dayOf(iso[1] ?? '', Number(iso[2]), iso[3] ?? '');
}

function monthOf(name: string): number {
  const found = MONTHS.indexOf(name.toLowerCase());
  return 1 + (found < 0 ? MONTHS.findIndex((month) => month.slice(0, 3) === name.toLowerCase()) : found);
}

function dayOf(year: string, month: number, day: string): string | undefined {
  const text = `${year.padStart(4, '0')}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(text) ? undefined : text;
}

/** Whether a text is nothing but a date: "the 24th day of September, 2026". */
export function isDateInWords(text: string): boolean {
  return /^(?=.*\d)(?:(?:\d+(?:st|nd|rd|th)?|the|day|of|on|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)(?:[^\p{L}\p{N}]+|$))+$/iu.test(
    text,
  );
}

/** An amount with its currency, as far as the text names one: an ISO 4217 code, or a name. */
export interface Amount {
  readonly value: number;
  readonly currency: string | undefined;
}

const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['₦', 'NGN'],
  ['N', 'NGN'],
  ['US$', 'USD'],
  ['£', 'GBP'],
  ['R', 'ZAR'],
]);
const AMOUNT =
  /^(?<before>[^\d\s-]{0,4}|[A-Za-z]{3})\s?(?<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?(?<after>\p{L}[\p{L} .]*))?$/u;

/** A code, or a sign; not the end of US$, which stands alone where words before it are another value. */
const SIGN_BEFORE = new RegExp(String.raw`^(?:[A-Za-z]{3}|(?!\$)${CURRENCY_SIGN})$`, 'u');

/** As the filter `money` prints it; `1.234,56` is none. */
export function parseAmount(text: string): Amount | undefined {
  const { before = '', number = '', after = '' } = AMOUNT.exec(text)?.groups ?? {};
  if (number === '' || (before !== '' && after !== '')) return undefined;
  const unit = (before || after).trim();
  const currency =
    SYMBOLS.get(unit) ?? (unit === '' ? undefined : unit.length === 3 ? unit.toUpperCase() : unit);
  if (before !== '' && !SYMBOLS.has(before) && !SIGN_BEFORE.test(before)) return undefined;
  return { value: Number(number.replaceAll(',', '')), currency };
}

const UNIT = /^(.*?\S) (?:(?:business |working )?days?|weeks?|months?|years?|hours?)$/;

/**
 * The values that a text may stand for in a field, the most likely first; none when it is not one that the field takes.
 */
export function valuesOf(text: string, schema: DataSchema): unknown[] {
  if (schema.enum !== undefined) return choicesOf(text, schema);
  if (schema.items !== undefined) return listsOf(text, schema.items);
  if (schema.format === 'date')
    return [parseDay(text.replace(/\s+/g, ' '))].filter((day) => day !== undefined);
  switch (schema.type) {
    case 'number':
    case 'integer': {
      const amount = parseAmount(text) ?? parseAmount(text.replace(/\s?%$/, ''));
      return amount === undefined ? [] : [amount.value];
    }
    case 'boolean':
      return [];
    default:
      return textsOf(text, schema);
  }
}

/** A list of texts is typed in as lines. */
function listsOf(text: string, { properties }: DataSchema): string[][] {
  const lines = text.split('\n').map((line) => line.trim());
  return properties === undefined ? [lines.filter((line) => line !== '')] : [];
}

/** Names of countries by what is printed of them, where that differs. */
const COUNTRIES = Map.groupBy(
  SUPPORTED_COUNTRIES.filter((name) => countryName(name) !== name),
  countryName,
);

/** What a text field may have been given, of which the text prints this: "20" is printed as "20 days". */
function textsOf(text: string, { examples = [] }: DataSchema): string[] {
  const [, count] = UNIT.exec(text) ?? [];
  const amount = parseAmount(text);
  const bare = [count, amount?.currency === undefined ? undefined : String(amount.value)].filter(
    (one) => one !== undefined,
  );
  const others = [
    ...[`${text}.`, ...(COUNTRIES.get(text) ?? []), text.replace(/\.$/, ''), text.replace(/^the /i, '')],
    text.replace(/^(?:\d{1,3}(?:\.\d{1,3})*\.?|\([a-z\d]{1,4}\)) /i, ''),
    ...inOtherSigns(text),
    ...(amount !== undefined && PRINTED_AMOUNT.test(text) ? writtenAmounts(amount.value) : []),
  ];
  // A field whose example is a bare number asks for one.
  const isNumber = examples.some((example) => /^\d+$/.test(String(example)));
  return [...new Set([...(isNumber ? bare : []), text, ...bare, ...others])];
}

/** The filter `money` prints two decimals. */
const PRINTED_AMOUNT = /\d\.\d\d(?!\d)/;

/** What a caller may have written of an amount: 1234.5, 1234.50, 1,234.5, 1,234.50. */
function writtenAmounts(value: number): string[] {
  const cents = { minimumFractionDigits: 2 };
  return [
    ...[String(value), value.toFixed(2)],
    ...[value.toLocaleString('en-US'), value.toLocaleString('en-US', cents)],
  ];
}

/** A program may have written other quotation marks and dashes than those that were printed. */
function inOtherSigns(text: string): string[] {
  return [
    text.replace(/(?<=[\p{L}\p{N}])'|'(?=\s|$)/gu, '’').replaceAll("'", '‘'),
    text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"'),
    text.replace(/(?<=\s)-(?=\s)|(?<=\d)-(?=\d)/g, '–'),
    text.replaceAll('-', '–'),
    text.replace(/[‐‑–—]/g, '-'),
  ];
}

function choicesOf(text: string, { enum: values = [], choices = [] }: DataSchema): unknown[] {
  const same = (other: string) => alike(other) === alike(text);
  const direct = values.filter((value) => same(String(value)));
  // Of a number, the words are the same in another type.
  const words = choices.filter(([, words]) => same(words)).map(([value]) => String(value));
  const named = values.filter((value) => words.includes(String(value)));
  const short = values.filter((value) => same(countryName(String(value))));
  // Some texts print "the Studio" of "Studio".
  const bare = values.filter((value) => same(`the ${value}`));
  return [...new Set([...direct, ...named, ...short, ...bare])];
}

export function alike(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** A value that stands for any other that is not known. */
export function placeholder({ type, format, enum: values }: DataSchema): unknown {
  if (values !== undefined) return values[0];
  if (format === 'date') return '2000-01-01';
  if (format === 'email') return 'a@b.example';
  if (type === 'boolean') return true;
  return type === 'number' || type === 'integer' ? 1 : 'Placeholder';
}

/** Each of them costs two digests. */
const MOST_WORDS = 40;

/** The values that words at the beginning or the end of a text stand for: other words may have been put beside a value. */
export function valuesWithin(text: string, field: DataSchema): unknown[] {
  const words = text.split(/\s+/).slice(0, MOST_WORDS);
  const parts = words.flatMap((_, at) => [words.slice(0, at + 1), words.slice(at)]);
  return parts.flatMap((part) => valuesOf(part.join(' ').replace(/^[("“‘[]+|[)\]"”’,.;:]+$/g, ''), field));
}
