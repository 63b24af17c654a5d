import { wordsOf } from '../../../lib/words-of.ts';
import { childAt, childrenOf, textIn, type XmlElement } from './xml.ts';

/** What is drawn, by DrawingML, VML and ink; a picture is compared by itself. */
const SHAPES = new Set([
  ...['wsp', 'cxnSp', 'rect', 'roundrect', 'oval', 'line', 'polyline', 'curve', 'arc', 'shape'],
  ...['contentPart', 'w14:contentPart'],
]);

/** Whether an element is drawn, so that it may cover words. */
export function isShape(element: XmlElement): boolean {
  if (!SHAPES.has(element.name)) return false;
  return !['imagedata', 'textpath'].some((name) => childAt(element, name) !== undefined);
}

/** Whether programs that know a choice show other words than those that do not. */
export function hasOtherWords(alternatives: XmlElement): boolean {
  const texts = Array.from(childrenOf(alternatives), (one) => wordsOf(lettersIn(one)));
  return new Set(texts).size > 1;
}

function lettersIn(element: XmlElement): string {
  return Array.from(childrenOf(element), (child) =>
    ['w:t', 't'].includes(child.name) ? textIn(child) : lettersIn(child),
  ).join(' ');
}
