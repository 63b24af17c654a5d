import { type Document, Element, isTag, Text } from 'domhandler';

/** Sizes of paper that a caller can ask for, whatever the text says. */
export type Paper = 'A4' | 'Letter';

/** Sets the paper size of a document, for both formats. Margins, headers and footers stay as they are. */
export function setPaper(document: Document, paper: Paper): void {
  const html = document.children.find(isTag);
  const head = html?.children.filter(isTag).find(({ name }) => name === 'head');
  if (head === undefined) return;
  // The last `size` wins.
  const rule = new Text(`@page { size: ${paper} }`);
  const style = new Element('style', {}, [rule]);
  rule.parent = style;
  style.parent = head;
  style.namespace = head.namespace ?? '';
  head.children.push(style);
}
