import { type Element, isTag, isText } from 'domhandler';

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The direction of the first letter in an element; undefined if the element has no letter. */
export function firstDirection(element: Element): 'ltr' | 'rtl' | undefined {
  for (const child of element.children) {
    const letter = isText(child) ? /\p{L}/u.exec(child.data)?.[0] : undefined;
    if (letter !== undefined) return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
    const inner = isTag(child) ? firstDirection(child) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}
