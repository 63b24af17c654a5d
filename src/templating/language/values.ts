import { isAbsent as isAbsentData } from '../../../schemas/shared/absent.ts';
import { isFields } from '../../lib/paths.ts';
import { withoutMarks } from './given.ts';
import { withoutOrigins } from './origins.ts';

/** Markup that is printed unescaped: the results of macros, `caller`, block `set` and some filters. */
export class Safe {
  readonly html: string;
  /** The same with marks of values (given.ts) and of static words (origins.ts), for printing only. */
  readonly marked: string;

  constructor(marked: string) {
    this.html = withoutOrigins(withoutMarks(marked));
    this.marked = marked;
  }
}

/** Whether there is nothing to print: a value that is absent from the data, or empty markup. */
export function isAbsent(value: unknown): boolean {
  return value instanceof Safe ? value.html.trim() === '' : isAbsentData(value);
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\\', '&#92;'],
  ['`', '&#96;'],
]);
const MUST_ESCAPE = /[&"'<>\\`]/;
const EVERY_ESCAPE = /[&"'<>\\`]/g;

export function escapeHtml(text: string): string {
  return MUST_ESCAPE.test(text)
    ? text.replace(EVERY_ESCAPE, (character) => ESCAPES.get(character) ?? '')
    : text;
}

/** The text of a scalar, or of an array of scalars; the empty text for everything else. */
export function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(scalarText).filter(Boolean).join(', ');
  return scalarText(value);
}

function scalarText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value === 'boolean') return String(value);
  return value instanceof Safe ? value.html : '';
}

/** What `{{ value }}` prints: escaped, unless the value is safe. */
export function toHtml(value: unknown): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (value instanceof Safe) return value.marked;
  if (Array.isArray(value)) return value.map(scalarHtml).filter(Boolean).join(', ');
  return scalarText(value);
}

function scalarHtml(value: unknown): string {
  return value instanceof Safe ? value.marked : escapeHtml(scalarText(value));
}

/** Concatenates values. When one of them is safe, the result is safe and the others are escaped. */
export function concatenate(parts: readonly unknown[]): string | Safe {
  if (parts.some((part) => part instanceof Safe)) return new Safe(parts.map(toHtml).join(''));
  return parts.map(toText).join('');
}

/** Truthiness as in JavaScript, except that empty markup is false. */
export function isTrue(value: unknown): boolean {
  return value instanceof Safe ? value.html !== '' : Boolean(value);
}

/** JavaScript's conversion of scalars to a number; NaN for arrays and objects. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return Number(value);
  return value instanceof Safe ? Number(value.html) : Number.NaN;
}

export function isDict(value: unknown): value is Readonly<Record<string, unknown>> {
  return isFields(value) && !(value instanceof Safe);
}

const INDEX = /^(?:0|[1-9]\d{0,6})$/;

/** An own property of plain data, or undefined. Never returns an inherited property or a function. */
export function getProperty(owner: unknown, key: unknown): unknown {
  const name = typeof key === 'number' ? String(key) : key;
  if (typeof name !== 'string') return undefined;
  if (typeof owner === 'string') return name === 'length' ? owner.length : undefined;
  if (Array.isArray(owner)) {
    if (name === 'length') return owner.length;
    return INDEX.test(name) ? owner[Number(name)] : undefined;
  }
  if (!isDict(owner) || !Object.hasOwn(owner, name)) return undefined;
  const value = owner[name];
  return typeof value === 'function' ? undefined : value;
}
