import { type Element, isTag, type ParentNode } from 'domhandler';
import type { Blank } from './blanks.ts';
import type { GivenValue } from './given.ts';

/** A link that looks like the text around it. */
const UNSEEN = 'color: inherit; text-decoration: none';

/**
 * The address of a field, as the pages of a preview have it: "field:parties%5B0%5D.fullName". No link in a company's own
 * text can begin like this: the schemes of `href` are a closed list (allowed/elements.ts).
 */
function fieldLink(path: string): string {
  return `field:${encodeURIComponent(path)}`;
}

/** Makes every value and blank of a schema field a link to the field, for a preview. */
export function linkFields(given: ReadonlyMap<Element, GivenValue>, blanks: readonly Blank[]): void {
  for (const [element, { source }] of given) {
    const [path] = [source].flat();
    if (path !== undefined) makeLink(element, fieldLink(path));
  }
  for (const { element, field } of blanks) if (field !== undefined) makeLink(element, fieldLink(field));
}

/** Links cannot be nested: one around the element, in a company's own text, becomes plain text. */
export function makeLink(element: Element, address: string): void {
  for (let node: ParentNode | null = element.parent; node !== null && isTag(node); node = node.parent) {
    if (node.name !== 'a') continue;
    node.name = 'span';
    delete node.attribs.href;
  }
  element.name = 'a';
  const style = element.attribs.style;
  element.attribs.href = address;
  element.attribs.style = style ? `${style}; ${UNSEEN}` : UNSEEN;
}
