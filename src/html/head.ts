import { type Document, Element, isTag, Text } from 'domhandler';

/** The `<head>` of a document; undefined in a fragment. */
export function headOf(document: Document): Element | undefined {
  return document.children
    .find(isTag)
    ?.children.filter(isTag)
    .find(({ name }) => name === 'head');
}

/** Appends an element with this text to the `<head>`; does nothing in a fragment. */
export function addToHead(document: Document, name: 'style' | 'title', text: string): void {
  const head = headOf(document);
  if (head === undefined) return;
  const content = new Text(text);
  const element = new Element(name, {}, [content]);
  content.parent = element;
  element.parent = head;
  element.namespace = head.namespace ?? '';
  head.children.push(element);
}
