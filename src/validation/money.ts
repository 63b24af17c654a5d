/** Currencies of two decimals; of `Others` some have three (the dinars of Bahrain, Jordan, Kuwait and Tunisia). */
const TWO_DECIMALS: ReadonlySet<unknown> = new Set(['NGN', 'USD', 'GBP', 'ZAR']);

/**
 * Whether an amount has no more decimals than its currency, so that none is rounded away in print.
 * @param data the whole, whose `currency` is that of every amount in it
 */
export function isPayable(amount: number, data: unknown): boolean {
  const { currency } = Object(data) as { readonly currency?: unknown };
  return Number(amount.toFixed(TWO_DECIMALS.has(currency) ? 2 : 3)) === amount;
}
