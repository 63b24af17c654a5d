import { type Document, Element, isTag, Text } from 'domhandler';
import { appendChild, prependChild } from 'domutils';

export { textContent as textOf } from 'domutils';

/** The `<html>` of a document; undefined in a fragment. */
export function rootOf(document: Document): Element | undefined {
  return document.children.find(isTag);
}

/** The elements of this name in the `<head>`; none in a fragment. */
export function inHead(document: Document, name: 'meta' | 'title'): Element[] {
  return (headOf(document)?.children ?? []).filter(isTag).filter((child) => child.name === name);
}

function headOf(document: Document): Element | undefined {
  return partOf(document, 'head');
}

/** The `<body>` of a document; undefined in a fragment. */
export function bodyOf(document: Document): Element | undefined {
  return partOf(document, 'body');
}

/** Appends an element with this text to the `<head>`; does nothing in a fragment. */
export function addToHead(document: Document, name: 'style' | 'title', text: string): void {
  const head = headOf(document);
  if (head !== undefined) appendChild(head, elementFor(head, name, {}, text));
}

/** Makes the first child of an element. */
export function prependElement(
  parent: Element,
  name: string,
  attributes: Record<string, string>,
  text?: string,
): Element {
  const element = elementFor(parent, name, attributes, text);
  prependChild(parent, element);
  return element;
}

function elementFor(parent: Element, name: string, attributes: Record<string, string>, text?: string) {
  const element = new Element(name, attributes);
  element.namespace = parent.namespace ?? '';
  if (text !== undefined) appendChild(element, new Text(text));
  return element;
}

function partOf(document: Document, name: string): Element | undefined {
  return rootOf(document)
    ?.children.filter(isTag)
    .find((child) => child.name === name);
}
