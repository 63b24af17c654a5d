import { type AnyNode, type ChildNode, type Document, Element, type ParentNode, Text } from 'domhandler';
import { convertToDocx } from '../../../src/formats/docx/convert.ts';
import { completed } from '../document/complete.ts';
import { type ReadDocument, readDocx, splitWords } from '../word/read-docx.ts';

/** A document with this body and style sheet. */
export function page(body: string, css = ''): string {
  return `<!doctype html><html lang="en-GB"><head><title>Test</title><style>${css}</style></head><body>${body}</body></html>`;
}

/** Converts a body and reads the Word file back. */
export function convert(body: string, css = ''): ReadDocument {
  return readDocx(convertToDocx(completed(page(body, css))));
}

const INLINE = new Set(
  'a abbr b bdi bdo big cite code del dfn em i img ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);
const HIDDEN = new Set(['head', 'script', 'style', 'template', 'title']);

/** The words of a document's body, in order. Block elements separate words, inline elements do not. */
export function htmlWords(document: Document): string[] {
  let shown = '';
  const waiting: (AnyNode | string)[] = [document];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') shown += node;
    else if (node instanceof Text) shown += node.data;
    else if ('children' in node) {
      const isInline = node instanceof Element && INLINE.has(node.name);
      if (node instanceof Element && HIDDEN.has(node.name)) continue;
      if (!isInline) shown += '\n';
      if (!isInline) waiting.push('\n');
      for (const child of inPrintedOrder(node).toReversed()) waiting.push(child);
    }
  }
  return splitWords(shown);
}

/** A table's caption and first header group are printed above its other rows, its first footer group below. */
function inPrintedOrder(parent: ParentNode): ChildNode[] {
  if (!(parent instanceof Element) || parent.name !== 'table') return parent.children;
  const first = (name: string) =>
    parent.children.find((each) => each instanceof Element && each.name === name);
  const [header, footer] = [first('thead'), first('tfoot')];
  const place = (child: ChildNode) => {
    if (child instanceof Element && child.name === 'caption') return 0;
    return child === header ? 1 : child === footer ? 3 : 2;
  };
  return [...parent.children].sort((one, other) => place(one) - place(other));
}
