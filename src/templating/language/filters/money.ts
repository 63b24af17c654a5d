import { CURRENCY_SIGN } from '../../../lib/currency-sign.ts';
import { bare, type Sourced } from '../sources.ts';
import { concatenate, isAbsent, Safe, toHtml, toText } from '../values.ts';
import { blankMarkup } from './blank.ts';

const SYMBOLS = new Set(['NGN', 'USD', 'GBP', 'ZAR']);
const OTHER = 'Others';
const ISO_CODES = new Set(Intl.supportedValuesOf('currency'));
const SIGN_OF_CURRENCY = new RegExp(`^${CURRENCY_SIGN}$`, 'u');
const NUMERIC = /^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
const MAX_DIGITS = 30;

/** -0 is valid JSON, and must not be printed as a negative amount. */
const SIGN = 'negative';

/** The maximum number of decimals that validation accepts, so nothing is rounded. */
const MOST_DECIMALS = 3;

/** Two or three decimals, with commas between thousands. */
const PLAIN = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 2,
  maximumFractionDigits: MOST_DECIMALS,
  signDisplay: SIGN,
});
const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats an amount with its currency: 12000000 in NGN → "₦12,000,000.00", in USD "US$12,000,000.00", since there are
 * other dollars. Other ISO 4217 codes ("KES 1,000.00") and signs ("€1,000.00") come before the amount, names of
 * currencies after it ("1,000.00 cedis"); without a currency a blank for it follows the amount. Texts that are numbers
 * ("5,000") are amounts too. Other texts and absent values are returned unchanged.
 * @param currencyField the field that the blank for a currency is for
 * @param currency NGN, USD, GBP, ZAR, or "Others" for the custom one
 * @param customCurrency an ISO 4217 code, a sign or a name
 */
export function money(
  currencyField: string | undefined,
  value: unknown,
  currency: unknown,
  customCurrency?: unknown,
): unknown {
  const amount = numeric(value);
  if (amount === undefined) return value;
  const chosen = toText(currency).trim();
  if (SYMBOLS.has(chosen)) return format(chosen, chosen === 'USD' ? 'symbol' : 'narrowSymbol').format(amount);
  const name = toText(customCurrency).trim() || (chosen === OTHER ? '' : chosen);
  if (isAbsent(name)) return concatenate([PLAIN.format(amount), ' ', blankMarkup('currency', currencyField)]);
  const code = name.toUpperCase();
  if (ISO_CODES.has(code)) return format(code, 'code').format(amount);
  const plain = PLAIN.format(amount);
  return SIGN_OF_CURRENCY.test(name) ? plain.replace(/\d/, (digit) => name + digit) : `${plain}\u00a0${name}`;
}

const DIGITS = /\d[\d,]*(?:\.\d+)?/;

/**
 * The amount and the currency in what `money` prints, each with its field.
 * @param result of `money`
 */
export function moneyParts(
  result: unknown,
  amount: Sourced,
  currency: Sourced = bare(undefined),
  customCurrency: Sourced = bare(undefined),
): Sourced[] {
  const html = toHtml(result);
  const { 0: digits, index } = DIGITS.exec(html) ?? {};
  if (numeric(amount.value) === undefined || digits === undefined || index === undefined)
    return [{ value: result, source: amount.source }];
  const isCustom = !SYMBOLS.has(toText(currency.value).trim()) && toText(customCurrency.value).trim() !== '';
  const { source } = isCustom ? customCurrency : currency;
  const before = new Safe(html.slice(0, index));
  const after = new Safe(html.slice(index + digits.length));
  // Without a currency, a blank for it follows.
  const isBlank = result instanceof Safe;
  return [
    { value: before, source },
    { value: new Safe(digits), source: amount.source },
    { value: after, source: isBlank ? undefined : source },
  ];
}

/** Decimal texts stay texts: Intl formats them without rounding to a double. */
function numeric(value: unknown): number | Intl.StringNumericLiteral | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text.length > MAX_DIGITS || !NUMERIC.test(text)) return undefined;
  return text.replaceAll(',', '') as Intl.StringNumericLiteral;
}

function format(currency: string, currencyDisplay: 'symbol' | 'narrowSymbol' | 'code'): Intl.NumberFormat {
  // The same currency is US$ as one of the four, and USD as a custom one.
  const key = `${currency} ${currencyDisplay}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const exact = new Intl.NumberFormat('en-GB', {
    ...{ style: 'currency', currency, currencyDisplay, signDisplay: SIGN },
    // No currency has more of its own.
    maximumFractionDigits: MOST_DECIMALS,
  });
  formats.set(key, exact);
  return exact;
}
