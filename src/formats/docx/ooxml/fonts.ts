import { escapeXml } from '../../../templating/html/xml-text.ts';
import { MAIN_NAMESPACES, XML_HEADER } from './xml.ts';

/** Metric-compatible fonts, for programs that lack the font itself. */
const ALTERNATIVES: ReadonlyMap<string, string> = new Map([
  ['Calibri', 'Carlito'],
  ['Cambria', 'Caladea'],
  ['Arial', 'Liberation Sans'],
  ['Times New Roman', 'Liberation Serif'],
  ['Courier New', 'Liberation Mono'],
]);

/** Word's maximum length of a font name. */
const MAX_NAME = 31;

/** A font name that Word accepts. */
export function fontName(family: string): string {
  return family.slice(0, MAX_NAME).toWellFormed();
}

/** `word/fontTable.xml` */
export function fontTableXml(families: Iterable<string>): string {
  const names = new Set(Array.from(families, fontName));
  const fonts = [...names].map((family) => {
    const alternative = ALTERNATIVES.get(family);
    const inner = alternative === undefined ? '' : `<w:altName w:val="${alternative}"/>`;
    return `<w:font w:name="${escapeXml(family)}">${inner}</w:font>`;
  });
  return `${XML_HEADER}<w:fonts ${MAIN_NAMESPACES}>${fonts.join('')}</w:fonts>`;
}
