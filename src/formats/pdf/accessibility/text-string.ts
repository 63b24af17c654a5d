import { withoutForbidden } from '../../../templating/html/xml-text.ts';

/** A text string of a PDF, `(…)` or `<…>`, as text. */
export function readTextString(source: string): string {
  const inner = source.slice(1, -1);
  const bytes = source.startsWith('<') ? Buffer.from(inner, 'hex').toString('latin1') : readLiteral(inner);
  // Any other string is in PDFDocEncoding, which Chromium uses only where it equals Latin-1.
  return bytes.startsWith('\xfe\xff')
    ? Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le')
    : bytes;
}

function readLiteral(literal: string): string {
  if (!literal.includes('\\')) return literal;
  return literal.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, escaped: string) => {
    if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8));
    return ESCAPES.get(escaped) ?? escaped;
  });
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
]);

/** Without control characters: a viewer takes U+001B for the beginning of a language code (ISO 32000-1, 7.9.2.2). */
export function writeTextString(text: string): string {
  if (/^[ -~]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `<FEFF${Buffer.from(withoutForbidden(text), 'utf16le').swap16().toString('hex').toUpperCase()}>`;
}
