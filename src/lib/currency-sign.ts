/**
 * The sign of a currency, such as € and ₹, or one with capital letters, such as R$, MX$ and GH₵: a pattern, to be
 * compiled with the flag `u`.
 */
export const CURRENCY_SIGN = String.raw`\p{Lu}{0,3}\p{Sc}`;
