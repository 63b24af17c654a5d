/** Parsers for single CSS values. Lengths are in points, and every number is finite. */

/** A width: absolute, or a fraction of the containing block. */
export type Dimension =
  | { readonly unit: 'pt'; readonly value: number }
  | { readonly unit: '%'; readonly value: number };

const POINTS: ReadonlyMap<string, number> = new Map([
  ['px', 0.75],
  ['pt', 1],
  ['pc', 12],
  ['in', 72],
  ['cm', 72 / 2.54],
  ['mm', 72 / 25.4],
  ['q', 72 / 101.6],
]);

/** Size of the root element that `rem` refers to: the browsers' 16px. */
const ROOT_FONT_SIZE = 12;

/** Larger numbers have no use on paper; this limit keeps the product of two finite. */
const MAX_AMOUNT = 1_000_000;

export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** A number without a unit or sign: "1.2". */
export function parseNumber(value: string): number | undefined {
  return /^(?:\d+\.?\d*|\.\d+)$/.test(value) ? clamp(Number(value), 0, MAX_AMOUNT) : undefined;
}

/** @param em the font size in points that `em` refers to */
export function parseDimension(value: string, em: number): Dimension | undefined {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+))([a-z]*|%)$/i.exec(value.trim());
  if (match === null) return undefined;
  const amount = clamp(Number(match[1]), -MAX_AMOUNT, MAX_AMOUNT);
  const unit = (match[2] ?? '').toLowerCase();
  if (unit === '%') return { unit: '%', value: amount };
  if (unit === '') return amount === 0 ? { unit: 'pt', value: 0 } : undefined;
  const points =
    unit === 'em' ? em : unit === 'rem' ? ROOT_FONT_SIZE : isHalfEm(unit) ? em / 2 : POINTS.get(unit);
  return points === undefined ? undefined : { unit: 'pt', value: amount * points };
}

function isHalfEm(unit: string): boolean {
  return unit === 'ch' || unit === 'ex';
}

/** @returns points; undefined for percentages and for anything that is not a length */
export function parseLength(value: string, em: number): number | undefined {
  const dimension = parseDimension(value, em);
  return dimension?.unit === 'pt' ? dimension.value : undefined;
}

/** A dimension in points, inside a container of the given width. */
export function resolveDimension(dimension: Dimension, container: number): number {
  return dimension.unit === 'pt' ? dimension.value : (dimension.value / 100) * container;
}

/** Splits at white space or commas that are outside quotes and parentheses. */
export function splitValue(value: string, separator: 'space' | 'comma' = 'space'): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let part = '';
  for (const character of value) {
    const splits = separator === 'comma' ? character === ',' : /\s/.test(character);
    if (quote === '' && depth === 0 && splits) {
      if (part !== '') parts.push(part);
      part = '';
      continue;
    }
    part += character;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
  }
  if (part.trim() !== '') parts.push(part);
  return parts.map((each) => each.trim());
}

/** Resolves CSS escapes ("\201C" → “) and removes the quotes around a string. */
export function unquote(value: string): string {
  const bare = /^(["'])([\s\S]*)\1$/.exec(value)?.[2] ?? value;
  return bare.replace(/\\(?:([0-9a-f]{1,6})\s?|\n|([\s\S]))/gi, (_, hex?: string, character?: string) => {
    if (hex === undefined) return character ?? '';
    const code = Number.parseInt(hex, 16);
    return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  });
}
