import { unquote } from './values.ts';

/** A piece of a `content` value. */
export type ContentPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly field: 'PAGE' | 'NUMPAGES' };

const TOKEN = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|[\w-]+\([^()]*\)|[\w-]+/g;
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['open-quote', '“'],
  ['close-quote', '”'],
]);

/**
 * Strings, `attr()`, quotes and the two page counters. Other counters belong to the numbering schemes and are left out.
 * @param attributes of the element, for `attr(name)`
 */
export function parseContent(
  value: string,
  attributes: Readonly<Record<string, string>> = {},
): ContentPart[] {
  const parts: ContentPart[] = [];
  for (const [token] of value.matchAll(TOKEN)) {
    const counter = /^counters?\(\s*(pages?)\b/.exec(token)?.[1];
    if (counter !== undefined) parts.push({ kind: 'field', field: counter === 'page' ? 'PAGE' : 'NUMPAGES' });
    const text = resolveToken(token, attributes);
    if (text !== '') parts.push({ kind: 'text', text });
  }
  return parts;
}

function resolveToken(token: string, attributes: Readonly<Record<string, string>>): string {
  if (/^["']/.test(token)) return unquote(token);
  const attribute = /^attr\(\s*([\w-]+)/.exec(token)?.[1];
  if (attribute !== undefined)
    return Object.hasOwn(attributes, attribute) ? (attributes[attribute] ?? '') : '';
  return QUOTES.get(token) ?? '';
}

/** The text of a `content` value, without page counters. */
export function contentText(value: string, attributes?: Readonly<Record<string, string>>): string {
  return parseContent(value, attributes)
    .map((part) => (part.kind === 'text' ? part.text : ''))
    .join('');
}
