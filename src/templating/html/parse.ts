/**
 * Door of HTML: text in, tree out, and back. A tree is read and changed by tree.ts, and what a company may write is in
 * allowed/. Knows no document of the service: no numbering, no blanks, no margins.
 */

import { type Document, Element } from 'domhandler';
import { parse, serialize } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { isMetaName, META_NAMES } from './allowed/elements.ts';
import { DocumentFault } from './document-fault.ts';
import { refusingStrays } from './list-items.ts';

const DOCTYPE = /^\s*<!doctype html/i;
/** An agreement has some hundreds. The parser reopens unclosed formatting elements in every block, without a limit. */
const MAX_ELEMENTS = 50_000;

/**
 * Parses HTML as browsers do, errors included; always in standards mode.
 * @param refuseStrays whether to refuse what is in a list and no item, as an element that was left open
 * @param locates whether each node says where it stands in `html`, which then begins with a doctype
 * @param isOurs whether it is a text of the catalogue, whose texts between tags need no parser: two thirds of its time
 * @throws DocumentFault for more than 50,000 elements, or an element whose effect would outlast the document
 */
export function parseHtml(
  html: string,
  { refuseStrays = false, isOurs = false, locates = false } = {},
): Document {
  const texts: string[] = [];
  const text = isOurs && !locates ? withNames(html, texts) : html;
  const counting = countingAdapter();
  return parse(DOCTYPE.test(text) ? text : `<!doctype html>${text}`, {
    sourceCodeLocationInfo: locates,
    treeAdapter: namingTexts(texts, refuseStrays ? refusingStrays(counting) : counting),
    // The printing page runs no scripts, so the content of <noscript> is shown.
    scriptingEnabled: false,
  });
}

/** What stands between two tags and does not begin with white space. No tag of ours has ">" in an attribute. */
const TEXT = /(>[\t\n\f ]*)([^\t\n\f <\r\0][^<\r\0]*)/g;
/** What of it the parser would take as it is: character by character, and to the tree word by word. */
const PLAIN = /(^|&nbsp;)([^&]+)/g;
/** Unicode non-characters, which the data cannot contain. */
const NAME = /\ufdd6(\d+)\ufdd7/g;

/** @returns the HTML with names, each of which is a word for the parser, in place of the texts */
function withNames(html: string, texts: string[]): string {
  const named = (plain: string) => `\ufdd6${texts.push(plain) - 1}\ufdd7`;
  const inPieces = (text: string) =>
    text.replace(PLAIN, (_, space: string, plain: string) => space + named(plain));
  return html.replace(
    TEXT,
    (_, before: string, text: string) => before + (text.includes('&') ? inPieces(text) : named(text)),
  );
}

/** @param texts those for which names stand */
function namingTexts(texts: readonly string[], inner: typeof adapter): typeof adapter {
  const named = (text: string) =>
    text.includes('\ufdd6') ? text.replace(NAME, (name, index) => texts[index] ?? name) : text;
  return {
    ...inner,
    insertText: (parent, text) => inner.insertText(parent, named(text)),
    // Of text that stands between the cells of a table.
    insertTextBefore: (parent, text, next) => inner.insertTextBefore(parent, named(text), next),
  };
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
      return attributes.some((each) => each.namespace !== undefined)
        ? adapter.createElement(name, namespace, attributes)
        : plainElement(name, namespace, attributes);
    },
    /** Of a second `<html>` or `<body>`, which have no drawing's attributes: the parser's own needs the tables of namespaces. */
    adoptAttributes({ attribs }, attributes) {
      for (const { name, value } of attributes) if (!Object.hasOwn(attribs, name)) attribs[name] = value;
    },
  };
}

type Created = Parameters<typeof adapter.createElement>;

/** An element without the two tables of namespaces, which only the attributes of a drawing have. */
function plainElement(name: Created[0], namespace: Created[1], attributes: Created[2]): Element {
  const element = new Element(name, attribsOf(attributes), []);
  element.namespace = namespace;
  return element;
}

/** What is made without a prototype is a hash table, of 200 bytes; this is none, and inherits nothing either. */
class Attributes {
  [name: string]: string;
}
Object.setPrototypeOf(Attributes.prototype, null);
Reflect.deleteProperty(Attributes.prototype, 'constructor');

function attribsOf(attributes: Created[2]): Attributes {
  const made = new Attributes();
  for (const { name, value } of attributes) made[name] = value;
  return made;
}

/**
 * Other `<meta>` elements and `<base>` change the printing page itself: a colour scheme stayed in effect for every
 * later document (`tests/formats/pdf`).
 */
const LASTING = `take out <base> and every <meta> but ${new Intl.ListFormat('en-GB').format(['charset', ...META_NAMES])}`;

function isHarmless(attributes: readonly { readonly name: string; readonly value: string }[]): boolean {
  const values = new Map(attributes.map(({ name, value }) => [name, value]));
  const name = values.get('name');
  return !values.has('http-equiv') && (name === undefined ? values.has('charset') : isMetaName(name));
}

export function serializeHtml(document: Document): string {
  return serialize(document, { treeAdapter: adapter });
}
