import { checkText } from '../run.ts';
import { bare, memberOf, type Sourced } from '../sources.ts';
import { concatenate, getProperty, isAbsent, isDict, Safe, toText } from '../values.ts';

/** ["a", "b", "c"] → "a, b and c", without blank items. Returns a value that is not a list unchanged. */
export function andList(value: unknown): unknown {
  if (!Array.isArray(value) || isAbsent(value)) return value;
  return concatenate(andListParts(bare(value)).map((part) => part.value));
}

/** The items that `andList` prints, with what it writes between them. */
export function andListParts(list: Sourced): Sourced[] {
  const items = entriesOf(list).filter(({ value }) => !isAbsent(value) && !Array.isArray(value));
  return between(items, (index) => (index === items.length - 1 ? ' and ' : ', '));
}

/** @param attribute the property of each item to join in place of the item */
export function join(value: unknown, separator?: unknown, attribute?: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const texts = joinParts(bare(value), separator, attribute).map((part) => part.value);
  checkText(texts.reduce<number>((sum, item) => sum + toText(item).length, 0));
  return concatenate(texts);
}

/** The items that `join` prints, with what it writes between them. */
export function joinParts(list: Sourced, separator: unknown, attribute: unknown): Sourced[] {
  const items = entriesOf(list)
    .map((item) => (isAbsent(attribute) ? item : propertyOf(item, attribute)))
    .map((item) => (Array.isArray(item.value) ? bare('') : item));
  const text = toText(separator);
  return between(items, () => text);
}

function entriesOf({ value, source }: Sourced): Sourced[] {
  return Array.isArray(value)
    ? value.map((item, index) => ({ value: item, source: memberOf(source, index) }))
    : [];
}

function propertyOf({ value, source }: Sourced, name: unknown): Sourced {
  return { value: getProperty(value, name), source: memberOf(source, name) };
}

/** @param text what stands before the item of this index */
function between(items: readonly Sourced[], text: (index: number) => string): Sourced[] {
  return items.flatMap((item, index) => (index === 0 ? [item] : [bare(text(index)), item]));
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
