import { expandShorthand, type Longhand } from './shorthands.ts';

/** Limit of substitutions, so that a custom property that refers to itself comes to an end. */
const MAX_SUBSTITUTIONS = 20;

/** Replaces `var(--name, fallback)`. A shorthand that contained one is expanded afterwards. */
export function substituteVariables(
  property: string,
  value: string,
  variables: Readonly<Record<string, string>>,
): readonly Longhand[] {
  if (!value.includes('var(')) return [[property, value]];
  let text = value;
  for (let round = 0; round < MAX_SUBSTITUTIONS && text.includes('var('); round += 1) {
    text = text.replace(
      /var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)/,
      (_, name: string, fallback = '') =>
        (Object.hasOwn(variables, name) ? variables[name] : fallback).trim(),
    );
  }
  return text.length > 10_000 ? [] : expandShorthand(property, text);
}
