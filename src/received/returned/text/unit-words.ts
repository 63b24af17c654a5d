import type { Unit } from './expected.ts';

/** Words outside of holes. */
export function countWords({ tokens, holes }: Unit): number {
  const isSoft = holes.length > 0;
  return tokens.reduce(
    (sum, { hole, isHint }) => sum + (hole === undefined && !(isSoft && isHint) ? 1 : 0),
    0,
  );
}

/** How many times each word occurs. */
export function bagOf(keys: readonly string[]): Map<string, number> {
  const bag = new Map<string, number>();
  for (const key of keys) bag.set(key, (bag.get(key) ?? 0) + 1);
  return bag;
}

/** How many words outside of holes a bag has, too. */
export function commonOf({ tokens, holes }: Unit, bag: ReadonlyMap<string, number>): number {
  const used = new Map<string, number>();
  let common = 0;
  for (const { key, hole, isHint } of tokens) {
    if (hole !== undefined || (isHint && holes.length > 0)) continue;
    const count = (used.get(key) ?? 0) + 1;
    if (count > (bag.get(key) ?? 0)) continue;
    used.set(key, count);
    common += 1;
  }
  return common;
}

/** Whether a paragraph is nothing but the words below the rule of a blank. */
export function isHints(unit: Unit | undefined): boolean {
  return unit?.tokens.every(({ isHint }) => isHint) ?? false;
}

/** Whether a paragraph is nothing but a blank, or the words below one. */
export function isEmpty(unit: Unit): boolean {
  const { tokens, holes } = unit;
  return isHints(unit) || (tokens.length === holes.length && holes.every(({ isBlank }) => isBlank));
}

/** Whether a paragraph is nothing but values and signs: "a;", "b." */
export function isValueAlone({ tokens, holes }: Unit): boolean {
  return holes.length > 0 && !tokens.some(({ hole, key }) => hole === undefined && /[\p{L}\p{N}]/u.test(key));
}

/** Whether a paragraph is nothing but a value, or has one word beside it. */
export function isOpen(unit: Unit | undefined): boolean {
  return unit !== undefined && countWords(unit) <= 1 && unit.holes.length > 0;
}
