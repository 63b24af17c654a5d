import { escapeXml } from '../text.ts';
import { MAIN_NAMESPACES, XML_HEADER } from './xml.ts';

/** Families that are as wide, for programs that have not the font itself. */
const ALTERNATIVES: Readonly<Record<string, string>> = {
  Calibri: 'Carlito',
  Cambria: 'Caladea',
  Arial: 'Liberation Sans',
  'Times New Roman': 'Liberation Serif',
  'Courier New': 'Liberation Mono',
};

/** `word/fontTable.xml` */
export function fontTableXml(families: Iterable<string>): string {
  const fonts = [...new Set(families)].map((family) => {
    const alternative = ALTERNATIVES[family];
    const inner = alternative === undefined ? '' : `<w:altName w:val="${alternative}"/>`;
    return `<w:font w:name="${escapeXml(family).slice(0, 100)}">${inner}</w:font>`;
  });
  return `${XML_HEADER}<w:fonts ${MAIN_NAMESPACES}>${fonts.join('')}</w:fonts>`;
}
