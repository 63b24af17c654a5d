import type { Data } from '../../lib/paths.ts';
import type { DataSchema } from '../../lib/schema.ts';
import { readNumber } from './numbers.ts';

/** What people write for a currency, in lower case; ISO 4217 codes are taken too. Ambiguous signs, such as ¥, are not. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  NGN: ['₦', 'n', 'naira'],
  USD: ['$', 'us$', 'dollar', 'dollars', 'us dollars'],
  GBP: ['£', 'pound', 'pounds', 'pounds sterling'],
  ZAR: ['r', 'rand'],
  EUR: ['€', 'euro', 'euros'],
  GHS: ['₵', 'gh₵', 'cedi', 'cedis'],
  KES: ['ksh', 'kshs'],
  INR: ['₹'],
};
const CODES = new Map(Object.entries(WORDS).flatMap(([code, words]) => words.map((word) => [word, code])));
const ISO_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** The value of `currency` that means the one named in `customCurrency`. */
const OTHERS = 'Others';

/** The words before a number, the number, and the words after it. */
const AMOUNT = /^([^\d-]*?)(-?[.,]?\d[\d.,\s\u00a0\u202f'’_]*)(\D*)$/u;

export interface Amount {
  /** The text itself when it is not one number without doubt. */
  readonly number: number | string;
  /** ISO 4217 code of the currency that is written with it. */
  readonly currency?: string;
}

/** An amount as people write it, with or without a currency: `₦1,850,000`, `2,500 USD`, `R 12.50`. */
export function readAmount(text: string): Amount {
  const [, before = '', digits = '', after = ''] = AMOUNT.exec(text.trim()) ?? [];
  const words = `${before} ${after}`.trim();
  const currency = codeOf(words);
  return currency === undefined ? { number: readNumber(text) } : { number: readNumber(digits), currency };
}

/** @returns undefined for what is no currency without doubt */
function codeOf(words: string): string | undefined {
  const word = words.replace(/\.$/, '').toLowerCase();
  const code = word.toUpperCase();
  return CODES.get(word) ?? (ISO_CODES.has(code) ? code : undefined);
}

/** The currency of the amounts of data, as a code if it has one; undefined when none is chosen. */
export function currencyOf({ currency, customCurrency }: Data): string | undefined {
  if (currency !== OTHERS) return typeof currency === 'string' && currency !== '' ? currency : undefined;
  const named = String(customCurrency ?? '').trim();
  return named === '' ? undefined : (codeOf(named) ?? named);
}

/** The fields that make a currency that of the data; undefined when the schema has no currency. */
export function currencyFields({ properties = {} }: DataSchema, code: string): Data | undefined {
  const choices = properties.currency?.enum;
  if (choices === undefined) return undefined;
  return choices.includes(code)
    ? { currency: code, customCurrency: undefined }
    : { currency: OTHERS, customCurrency: code };
}
