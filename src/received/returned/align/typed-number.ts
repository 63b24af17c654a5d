import type { Unit } from '../text/expected.ts';
import { type Tokens, tokensOf } from '../text/marked-text.ts';
import { type Match, match } from './match.ts';

/**
 * Compares a paragraph of the exact text with one of the file, before which a program may have written its number as text, maybe
 * another one since something was added above.
 */
export function matchLabelled(unit: Unit, found: Tokens): Match {
  const plain = match(unit, found);
  const length = numberOf(unit, found);
  if (length === 0) return plain;
  const rest = match(unit, { ...found, list: found.list.slice(length) });
  const spans = rest.spans.map((span) => span && ([span[0] + length, span[1] + length] as const));
  return rest.cost < plain.cost ? { ...rest, spans } : plain;
}

/** How many tokens are the number of a unit as text. What begins with a value has no other number than its own. */
export function numberOf({ label, tokens: [first] }: Unit, found: Tokens): number {
  if (label === '') return 0;
  const own = tokensOf(label).list;
  const isApart = found.list[own.length - 1]?.end !== found.list[own.length]?.start;
  if (isApart && own.every(({ key }, index) => found.list[index]?.key === key)) return own.length;
  const length = typedNumber(found);
  const typed = found.text.slice(0, found.list[length - 1]?.end);
  return first?.hole === undefined && kindOf(typed) === kindOf(label) ? length : 0;
}

/** "12.3", "4.", "(a)", "bb.", "iv)", "Schedule 2" */
const NUMBER =
  /^(?:Schedule \d{1,3}|\d{1,3}(?:\.\d{1,3})*\.?|\(?(?:([a-z])\1?|(?=[ivxl])(?:xl|l?x{0,3})(?:i[xv]|v?i{0,3}))[.)]|\(?\d{1,3}\)|[•◦▪■‣·–-])(?=\s)/iu;

/** How many tokens at the start of a paragraph may be a number. */
export function typedNumber({
  text,
  list,
}: {
  readonly text: string;
  readonly list: readonly { readonly end: number }[];
}): number {
  const [number] = NUMBER.exec(text) ?? [''];
  return list.findLastIndex(({ end }) => end <= number.length) + 1;
}

/** "1.1" for "12.3", "(a)" for "(iv)" */
export function kindOf(number: string): string {
  return number.replace(/\d+/g, '1').replace(/\p{L}+/gu, 'a');
}
