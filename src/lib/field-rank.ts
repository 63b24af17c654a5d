/** The order in which a reader wants changed fields: amounts and numbers, dates, the parties, the others. */
export function fieldRank(
  path: string,
  { type, format }: { readonly type?: unknown; readonly format?: unknown } = {},
): number {
  if (type === 'number' || /currency/i.test(path)) return 0;
  if (format === 'date') return 1;
  return /^parties\b|name|address|country|email|rcNumber/i.test(path) ? 2 : 3;
}
