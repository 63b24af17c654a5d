import { CURRENCY_SIGN } from '../../../lib/currency-sign.ts';
import { schemaAt } from '../../../lib/paths.ts';
import type { DataSchema } from '../../../lib/schema.ts';
import type { Hole } from '../text/expected.ts';
import { parseAmount, valuesOf } from '../values/values.ts';

/** A blank that nobody has filled in: nothing, or the words of the empty control. */
export function isPrompt(text: string, { prompt }: Pick<Hole, 'prompt'>): boolean {
  const words = text.replace(/^\[\s?|\s?\]$|^_+|_+$/g, '').trim();
  return words === '' || /^[_.…\s]+$/.test(words) || (text.startsWith('[') && words === prompt);
}

/** Whether what stands at a box begins with a tick. */
export function isTicked(text: string): boolean {
  return /^[☒☑✓✔✗✘■●xX]/u.test(text);
}

export function* valuesOfHole(
  text: string,
  { paths }: Hole,
  schema: DataSchema,
): Generator<[path: string, value: unknown]> {
  const [path] = paths;
  if (path === undefined) return;
  if (paths.length > 1) {
    const [first] = waysToSplit(text, paths.length);
    for (const [index, part] of (first ?? []).entries()) yield [paths[index] as string, part];
    return;
  }
  const field = schemaAt(schema, path);
  if (field === undefined) return;
  yield [path, valuesOf(text, field)[0] ?? text];
  if (field.money) yield* currencyOf(text, schema);
}

/** The fields of which a hole shows a value: an amount shows its currency, too. */
export function pathsShownIn(hole: Hole, schema: DataSchema): string[] {
  const isMoney = hole.paths.some((path) => schemaAt(schema, path)?.money);
  return [...hole.paths, ...(isMoney ? Array.from(currencyOf(hole.text, schema), ([path]) => path) : [])];
}

/** An amount behind a sign, with other words beside it. */
const INSIDE = new RegExp(String.raw`${CURRENCY_SIGN}\s?[\d.,]*\d`, 'u');

/** The currency that an amount is printed in, for all amounts of the data. */
export function* currencyOf(text: string, schema: DataSchema): Generator<[path: string, value: string]> {
  const currency = [text, INSIDE.exec(text)?.[0] ?? '']
    .map((one) => parseAmount(one)?.currency)
    .find(Boolean);
  const known = schema.properties?.currency?.enum;
  if (currency === undefined || known === undefined) return;
  if (known.includes(currency)) yield ['currency', currency];
  else {
    yield ['currency', 'Others'];
    yield ['customCurrency', currency];
  }
}

const MAX_WAYS = 16;

/** The ways to split a text into this number of parts between its words. */
export function waysToSplit(text: string, parts: number): string[][] {
  const words = text.split(/\s+/);
  if (parts === 1) return [[text]];
  const ways: string[][] = [];
  for (let at = 1; at <= words.length - parts + 1 && ways.length < MAX_WAYS; at++)
    for (const rest of waysToSplit(words.slice(at).join(' '), parts - 1))
      ways.push([words.slice(0, at).join(' ').replace(/[,;]$/, ''), ...rest]);
  return ways;
}
