/**
 * Door of HTML: text in, tree out, and back. A tree is read and changed by tree.ts, and what a company may write is in
 * allowed/. Knows no document of the service: no numbering, no blanks, no margins.
 */

import type { Document } from 'domhandler';
import { parse, serialize } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { META_NAMES } from './allowed/elements.ts';
import { DocumentFault } from './document-fault.ts';
import { refusingStrays } from './list-items.ts';
import { outlastsDocument, plainElement } from './plain-element.ts';
import { MAX_ELEMENTS, parseWellFormed } from './well-formed.ts';

const DOCTYPE = /^\s*<!doctype html/i;

/**
 * Parses HTML as browsers do, errors included; always in standards mode.
 * @param refuseStrays whether to refuse what is in a list and no item, as an element that was left open
 * @param locates whether each node says where it stands in `html`, which then begins with a doctype
 * @param isOurs whether it is a text of the catalogue, which is well-formed in almost every case
 * @throws DocumentFault for more than 50,000 elements, or an element whose effect would outlast the document
 */
export function parseHtml(
  html: string,
  { refuseStrays = false, isOurs = false, locates = false } = {},
): Document {
  const wellFormed = isOurs && !locates ? parseWellFormed(html) : undefined;
  if (wellFormed !== undefined) return wellFormed;
  const counting = countingAdapter();
  return parse(DOCTYPE.test(html) ? html : `<!doctype html>${html}`, {
    sourceCodeLocationInfo: locates,
    treeAdapter: refuseStrays ? refusingStrays(counting) : counting,
    // The printing page runs no scripts, so the content of <noscript> is shown.
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
      const element = attributes.some((each) => each.namespace !== undefined)
        ? adapter.createElement(name, namespace, attributes)
        : plainElement(name, attributes, namespace);
      if (outlastsDocument(element)) throw new DocumentFault(LASTING);
      return element;
    },
    /** Of a second `<html>` or `<body>`, which have no drawing's attributes: the parser's own needs the tables of namespaces. */
    adoptAttributes({ attribs }, attributes) {
      for (const { name, value } of attributes) if (!Object.hasOwn(attribs, name)) attribs[name] = value;
    },
  };
}

/** Why no document has another `<meta>`, or `<base>`: plain-element.ts. */
const LASTING = `take out <base> and every <meta> but ${new Intl.ListFormat('en-GB').format(['charset', ...META_NAMES])}`;

export function serializeHtml(document: Document): string {
  return serialize(document, { treeAdapter: adapter });
}
