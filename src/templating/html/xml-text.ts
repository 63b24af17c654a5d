/**
 * Characters that XML 1.0 forbids, even as character references: control characters, U+FFFE, U+FFFF, and lone
 * surrogates. Word refuses to open a file that contains one, and a PDF's metadata is XML too.
 */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Texts with none of the characters that are removed or escaped, as most are; found by one quick search. */
const PLAIN = /^[\t\n\r !#-%'-;=?-\ud7ff]*$/;

/** Text without the characters that XML cannot contain. */
export function withoutForbidden(text: string): string {
  return PLAIN.test(text) ? text : text.replace(FORBIDDEN, '');
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** Escapes text for an XML element or a double-quoted attribute. */
export function escapeXml(text: string): string {
  if (PLAIN.test(text)) return text;
  return withoutForbidden(text).replace(/[&<>"]/g, (character) => ESCAPES.get(character) ?? character);
}
