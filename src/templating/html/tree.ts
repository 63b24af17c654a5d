import { type AnyNode, type ChildNode, type Document, Element, isTag, Text } from 'domhandler';
import { appendChild, prependChild, textContent as textOf } from 'domutils';
import type { MetaName } from './allowed/elements.ts';

export { textContent as textOf } from 'domutils';

/** The `<html>` of a document; undefined in a fragment. */
export function rootOf(document: Document): Element | undefined {
  return document.children.find(isTag);
}

/** The elements of this name in the `<head>`; none in a fragment. */
function inHead(document: Document, name: 'meta' | 'title'): Element[] {
  return (headOf(document)?.children ?? []).filter(isTag).filter((child) => child.name === name);
}

function headOf(document: Document): Element | undefined {
  return partOf(document, 'head');
}

/** Every node of a tree in its order, without recursion: a hostile tree may be nested deeper than the call stack. */
export function* nodesIn(document: Document): Generator<AnyNode> {
  const waiting: AnyNode[] = [document];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    if ('children' in node) for (const child of node.children.toReversed()) waiting.push(child);
  }
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

export function addStyle(element: Element, style: string): void {
  const own = element.attribs.style;
  element.attribs.style = own ? `${own}; ${style}` : style;
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

/** What a document says of itself in its `<head>`; undefined for what it leaves out. */
export type Head = Readonly<Partial<Record<MetaName | 'title', string>>>;

/** Of several elements of one name, the first counts. */
export function readHead(document: Document): Head {
  const metas = inHead(document, 'meta').map(({ attribs: { name = '', content = '' } }): [string, string] => [
    name.toLowerCase(),
    content,
  ]);
  const titles = inHead(document, 'title').map((title): [string, string] => ['title', textOf(title)]);
  return Object.fromEntries([...titles, ...metas].reverse());
}

/** Adds the language and title that every PDF and Word file must have, where the template sets none. */
export function completeHead(document: Document, title: string): void {
  const html = rootOf(document);
  if (html === undefined) return;
  if (!html.attribs.lang?.trim()) html.attribs.lang = 'en';
  if (inHead(document, 'title').length === 0) addToHead(document, 'title', title);
}

/** A table's caption and first header group are printed above its other rows, its first footer group below. */
export function inPrintedOrder(element: Element): readonly ChildNode[] {
  if (element.name !== 'table') return element.children;
  const first = (name: string) => element.children.find((child) => isTag(child) && child.name === name);
  const [header, footer] = [first('thead'), first('tfoot')];
  const rank = (child: ChildNode) => {
    if (isTag(child) && child.name === 'caption') return 0;
    return child === header ? 1 : child === footer ? 3 : 2;
  };
  return element.children.toSorted((one, other) => rank(one) - rank(other));
}
