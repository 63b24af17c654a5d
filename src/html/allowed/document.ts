import { type AnyNode, type Document, Element, isComment, isText } from 'domhandler';
import { DocumentFault } from '../document-fault.ts';
import { pictureSize } from '../picture-size.ts';
import { inspectCss } from './css.ts';
import { refuseTag } from './elements.ts';

/**
 * What the pictures of one document may come to when they are unpacked, at 4 bytes a pixel: a file of 0.4 MB can hold
 * 400 million pixels, for which Chromium takes 3.7 GB.
 */
const MAX_PIXELS = 40_000_000;

/**
 * Holds a document to what may stand in one whose text a company has written: no element, attribute, address or style
 * that is not listed, and empty comments. One pass, without recursion.
 * @throws DocumentFault
 */
export function refuseUnlisted(document: Document): void {
  let pixels = 0;
  const count = (picture: string) => {
    pixels += pixelsOf(picture);
    if (pixels > MAX_PIXELS)
      throw new DocumentFault(
        `the pictures have more than ${MAX_PIXELS / 1e6} million pixels together; make them smaller`,
      );
  };
  const style = (css: string) => {
    const { refusal, pictures } = inspectCss(css);
    if (refusal !== undefined) throw new DocumentFault(refusal.reason);
    pictures.forEach(count);
  };
  const waiting: AnyNode[] = [document];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isComment(node)) node.data = '';
    if (node instanceof Element) {
      const refusal = refuseTag(node.name, node.attribs);
      if (refusal !== undefined) throw new DocumentFault(refusal.reason);
      for (const css of [node.attribs.style, node.attribs.media]) if (css !== undefined) style(css);
      if (node.name === 'style')
        style(node.children.map((child) => (isText(child) ? child.data : '')).join(''));
      if (node.name === 'img' && node.attribs.src !== undefined) count(node.attribs.src);
    }
    if ('children' in node) for (const child of node.children.toReversed()) waiting.push(child);
  }
}

function pixelsOf(picture: string): number {
  const size = pictureSize(Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'));
  if (size === undefined)
    throw new DocumentFault('a picture is neither PNG nor JPEG; save it as one of them');
  return size.width * size.height;
}
