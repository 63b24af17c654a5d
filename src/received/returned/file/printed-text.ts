import { SIGNS } from './looks.ts';
import type { Changes } from './word-model.ts';
import { textIn, type XmlElement } from './xml.ts';

/** Where fonts of signs have their characters. */
const PRIVATE_USE = 0xf000;

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['w:tab', ' '],
  ['w:ptab', ' '],
  ['w:br', '\n'],
  ['w:cr', '\n'],
  ['w:noBreakHyphen', '-'],
]);

/**
 * What an element prints by itself; undefined of one that prints what stands in it.
 * @param isMargin whether it stands in a header or footer
 */
export function printedText(
  element: XmlElement,
  { deleted }: Changes,
  isMargin: boolean,
): string | undefined {
  const { name, attributes } = element;
  switch (name) {
    case 't':
    case 'm:t':
    case 'w:t':
      return textIn(element);
    case 'w:delText':
      // Elsewhere no program shows it.
      return deleted === undefined ? '' : textIn(element);
    case 'textpath':
      // Our own mark in a margin says DRAFT.
      return isMargin && attributes.string === 'DRAFT' ? '' : (attributes.string ?? '');
    case 'w:ruby':
      // Nobody can tell its words from the readings beside them.
      return '';
    case 'w:sym':
      return signOf(attributes);
    default:
      return CHARACTERS.get(name);
  }
}

/** What is a letter elsewhere is none in a font of signs. */
function signOf({ 'w:char': code = '', 'w:font': font = '' }: XmlElement['attributes']): string {
  const number = Number.parseInt(code, 16) | (SIGNS.test(font) ? PRIVATE_USE : 0);
  return number > 0 && number <= 0xffff ? String.fromCharCode(number) : '';
}
