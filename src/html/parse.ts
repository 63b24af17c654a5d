import { type Document, Element, isTag, Text } from 'domhandler';
import { parse, serialize } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';

const DOCTYPE = /^\s*<!doctype html/i;

/** Parses HTML as browsers do, whatever is wrong with it; always in standards mode. */
export function parseHtml(html: string): Document {
  return parse(DOCTYPE.test(html) ? html : `<!doctype html>${html}`, { treeAdapter: adapter });
}

export function serializeHtml(document: Document): string {
  return serialize(document, { treeAdapter: adapter });
}

/** Gives a document what every PDF and Word file must tell: a language and a title, where the template has none. */
export function completeHead(document: Document, title: string): void {
  const html = document.children.find(isTag);
  if (html === undefined) return;
  if (!html.attribs.lang?.trim()) html.attribs.lang = 'en';
  const head = html.children.filter(isTag).find((child) => child.name === 'head');
  if (head === undefined || head.children.some((child) => isTag(child) && child.name === 'title')) return;
  const text = new Text(title);
  const element = new Element('title', {}, [text]);
  text.parent = element;
  element.parent = head;
  element.namespace = html.namespace ?? '';
  head.children.push(element);
}
