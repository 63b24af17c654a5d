import { type AnyNode, type Document, Element, isComment, isText } from 'domhandler';
import { DocumentFault } from '../document-fault.ts';
import { inspectCss } from './css.ts';
import { refuseTag } from './elements.ts';
import { PixelBudget } from './pixel-budget.ts';

/**
 * Checks the document of a company's own text against the allow-list: elements, attributes, addresses, styles; and
 * empties comments. One pass, without recursion.
 * @throws DocumentFault
 */
export function refuseUnlisted(document: Document): void {
  const pixels = new PixelBudget();
  const refuse = (reason: string | undefined) => {
    if (reason !== undefined) throw new DocumentFault(reason);
  };
  const style = (css: string) => {
    const { refusal, pictures } = inspectCss(css);
    refuse(refusal?.reason);
    for (const picture of pictures) refuse(pixels.add(picture));
  };
  const waiting: AnyNode[] = [document];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isComment(node)) node.data = '';
    if (node instanceof Element) {
      refuse(refuseTag(node.name, node.attribs)?.reason);
      for (const css of [node.attribs.style, node.attribs.media]) if (css !== undefined) style(css);
      if (node.name === 'style')
        style(node.children.map((child) => (isText(child) ? child.data : '')).join(''));
      if (node.name === 'img' && node.attribs.src !== undefined) refuse(pixels.add(node.attribs.src));
    }
    if ('children' in node) for (const child of node.children.toReversed()) waiting.push(child);
  }
}
