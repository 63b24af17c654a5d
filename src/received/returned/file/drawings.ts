import { wordsOf } from '../../../lib/words-of.ts';
import { childAt, childrenOf, textIn, type XmlElement } from './xml.ts';

/** What is drawn, by DrawingML, VML and ink; a picture is compared by itself. */
const SHAPES = new Set([
  ...['wsp', 'sp', 'cxnSp', 'rect', 'roundrect', 'oval', 'line', 'polyline', 'curve', 'arc'],
  ...['shape', 'image', 'contentPart', 'w14:contentPart'],
]);

export const SHOWN_BY_SOME = 'words that only some programs show';

/** What cannot be compared, whatever stands in it; programs compute the dates and numbers anew. */
const NOT_READ: ReadonlyMap<string, string> = new Map([
  ['w:ruby', 'text with readings beside it'],
  ['m:oMath', 'formulas, whose signs are no words'],
  ...['day', 'month', 'year']
    .flatMap((part) => [`w:${part}Short`, `w:${part}Long`])
    .concat('w:pgNum')
    .map((name) => [name, 'dates and numbers that are computed anew'] as const),
]);

/** What of an element cannot be compared; none of most. */
export function notReadOf(element: XmlElement): string | undefined {
  const { name } = element;
  if (NOT_READ.has(name)) return NOT_READ.get(name);
  if (isShape(element)) return 'drawn shapes, which may cover words';
  const isOfSome =
    name === 't' || isForeign(element) || (name === 'mc:AlternateContent' && hasOtherWords(element));
  return isOfSome ? SHOWN_BY_SOME : undefined;
}

/** Whether an element is drawn, so that it may cover words. */
function isShape(element: XmlElement): boolean {
  if (!SHAPES.has(element.name)) return false;
  const text = childAt(element, 'textpath')?.attributes;
  const isText = element.name === 'shape' && Boolean(text?.string) && !/^f/.test(text?.on ?? '');
  return !isText && childAt(element, 'imagedata') === undefined;
}

/** Whether programs that know a choice show other words than those that do not, which show none without another choice, or the same with another look. */
function hasOtherWords(alternatives: XmlElement): boolean {
  if (childAt(alternatives, 'mc:Fallback') === undefined) return true;
  const texts = Array.from(childrenOf(alternatives), (one) => wordsOf(lettersIn(one)));
  if (new Set(texts).size > 1) return true;
  const looks = Array.from(childrenOf(alternatives), (one) => JSON.stringify(propertiesIn(one)));
  return texts[0] !== '' && new Set(looks).size > 1;
}

/** What stands in a text box of any kind. */
const IN_BOXES = new Set(['w:txbxContent', 'w:rPr']);

/**
 * Whether an element of another program is around words: programs that do not know it leave it out with them
 * (ISO 29500-3, 7.3).
 */
function isForeign(element: XmlElement): boolean {
  if (/^(?:w|m|mc):/.test(element.name)) return false;
  return childrenOf(element).some(({ name }) => name.startsWith('w:') && !IN_BOXES.has(name));
}

function lettersIn(element: XmlElement): string {
  return Array.from(childrenOf(element), (child) =>
    ['w:t', 'm:t', 't'].includes(child.name)
      ? textIn(child)
      : ['w:sym', 'imagedata', 'blip'].includes(child.name)
        ? Object.values(child.attributes).join(' ')
        : lettersIn(child),
  ).join(' ');
}

function propertiesIn(element: XmlElement): XmlElement[] {
  return Array.from(childrenOf(element), (child) =>
    /^w:[a-z]+Pr$/i.test(child.name) ? [child] : propertiesIn(child),
  ).flat();
}
