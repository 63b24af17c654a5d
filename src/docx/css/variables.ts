import { expandShorthand, type Longhand } from './shorthands.ts';

/** Chains of custom properties longer than this are cut, so that one that names itself comes to an end. */
const MAX_SUBSTITUTIONS = 20;

/** Replaces `var(--name, fallback)`; a shorthand that held one is taken apart only now, when its parts are known. */
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
