import { stringBytes } from '../../../lib/pdf-string.ts';
import { withoutForbidden } from '../../../templating/html/xml-text.ts';

/** A text string of a PDF, `(…)` or `<…>`, as text. */
export function readTextString(source: string): string {
  const bytes = stringBytes(source);
  // Any other string is in PDFDocEncoding, which Chromium uses only where it equals Latin-1.
  return bytes.startsWith('\xfe\xff')
    ? Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le')
    : bytes;
}

/** Without control characters: a viewer takes U+001B for the beginning of a language code (ISO 32000-1, 7.9.2.2). */
export function writeTextString(text: string): string {
  if (/^[ -~]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `<FEFF${Buffer.from(withoutForbidden(text), 'utf16le').swap16().toString('hex').toUpperCase()}>`;
}
