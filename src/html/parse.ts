import { type Document, Element, isTag, Text } from 'domhandler';
import { parse, serialize } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { DocumentFault } from './document-fault.ts';

const DOCTYPE = /^\s*<!doctype html/i;
/** An agreement has some hundreds. Unclosed formatting elements multiply in the parser without a limit. */
const MAX_ELEMENTS = 50_000;

/**
 * Parses HTML as browsers do, whatever is wrong with it; always in standards mode.
 * @throws DocumentFault when the document has more than 50,000 elements, or one that would outlast it
 */
export function parseHtml(html: string): Document {
  return parse(DOCTYPE.test(html) ? html : `<!doctype html>${html}`, {
    treeAdapter: countingAdapter(),
    // The page that prints has no scripts: what stands in <noscript> is shown.
    scriptingEnabled: false,
  });
}

function countingAdapter(): typeof adapter {
  let elements = 0;
  return {
    ...adapter,
    createElement(name, namespace, attributes) {
      if (++elements > MAX_ELEMENTS) {
        throw new DocumentFault(
          `the document has more than ${MAX_ELEMENTS} elements; close <b>, <i>, <a> and the like`,
        );
      }
      if (name === 'base' || (name === 'meta' && !isHarmless(attributes))) throw new DocumentFault(LASTING);
      return adapter.createElement(name, namespace, attributes);
    },
  };
}

/**
 * The printing page keeps more of the others than the document: a colour scheme, for one, held in every document after
 * it (`tests/pdf`).
 */
const LASTING =
  'take out <base> and every <meta> but charset, author, description, footer, header, keywords and subject';

function isHarmless(attributes: readonly { readonly name: string; readonly value: string }[]): boolean {
  const told = new Map(attributes.map(({ name, value }) => [name, value]));
  const names = told.get('name');
  return (
    !told.has('http-equiv') &&
    (names === undefined
      ? told.has('charset')
      : /^(author|description|footer|header|keywords|subject)$/i.test(names))
  );
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
