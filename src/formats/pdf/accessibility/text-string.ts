import { withoutForbidden } from '../../../templating/html/xml-text.ts';

/** Without control characters: a viewer takes U+001B for the beginning of a language code (ISO 32000-1, 7.9.2.2). */
export function writeTextString(text: string): string {
  if (/^[ -~]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `<FEFF${Buffer.from(withoutForbidden(text), 'utf16le').swap16().toString('hex').toUpperCase()}>`;
}
