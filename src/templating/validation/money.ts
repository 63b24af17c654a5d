/**
 * Currencies with two decimals. `Others` includes some with three (the dinars of Bahrain, Jordan, Kuwait and Tunisia).
 */
const TWO_DECIMALS: ReadonlySet<unknown> = new Set(['NGN', 'USD', 'GBP', 'ZAR']);

/**
 * Whether an amount has no more decimals than its currency, so that printing does not round it.
 * @param data the whole data; its `currency` applies to every amount in it
 */
export function isPayable(amount: number, data: unknown): boolean {
  const { currency } = Object(data) as { readonly currency?: unknown };
  return Number(amount.toFixed(TWO_DECIMALS.has(currency) ? 2 : 3)) === amount;
}
