import { checkText } from '../run.ts';
import { concatenate, getProperty, isAbsent, isDict, Safe, toText } from '../values.ts';

/** ["a", "b", "c"] → "a, b and c", without blank items. Returns a value that is not a list unchanged. */
export function andList(value: unknown): unknown {
  if (!Array.isArray(value) || isAbsent(value)) return value;
  const items = value.filter((item) => !isAbsent(item) && !Array.isArray(item));
  return concatenate(
    items.flatMap((item, index) => {
      if (index === 0) return [item];
      return [index === items.length - 1 ? ' and ' : ', ', item];
    }),
  );
}

/** @param attribute the property of each item to join in place of the item */
export function join(value: unknown, separator?: unknown, attribute?: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const items = isAbsent(attribute) ? value : value.map((item) => getProperty(item, attribute));
  const between = toText(separator);
  const texts = items.map((item) => (Array.isArray(item) ? '' : item));
  checkText(texts.reduce<number>((sum, item) => sum + toText(item).length + between.length, 0));
  return concatenate(texts.flatMap((item, index) => (index === 0 ? [item] : [between, item])));
}

/** Number of characters, items or keys; undefined for other values, as in nunjucks. */
export function length(value: unknown): number | undefined {
  if (value === undefined || value === null || value === false) return 0;
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (value instanceof Safe) return value.html.length;
  return isDict(value) ? Object.keys(value).length : undefined;
}

export function first(value: unknown): unknown {
  return typeof value === 'string' || Array.isArray(value) ? value[0] : undefined;
}

export function last(value: unknown): unknown {
  return typeof value === 'string' || Array.isArray(value) ? value[value.length - 1] : undefined;
}
