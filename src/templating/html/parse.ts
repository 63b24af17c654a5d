/**
 * Door of HTML: text in, tree out, and back. A tree is read and changed by tree.ts, and what a company may write is in
 * allowed/. Knows no document of the service: no numbering, no blanks, no margins.
 */

import { type Document, isTag } from 'domhandler';
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
 * @param isOurs whether it is a text of the catalogue, whose style sheets need no parser: a third of its time
 * @throws DocumentFault for more than 50,000 elements, or an element whose effect would outlast the document
 */
export function parseHtml(
  html: string,
  { refuseStrays = false, isOurs = false, locates = false } = {},
): Document {
  const sheets = new Map<string, string>();
  const text = isOurs && !locates ? html.replace(SHEET, (_, tag, css) => tag + nameOf(css, sheets)) : html;
  const counting = countingAdapter(sheets);
  return parse(DOCTYPE.test(text) ? text : `<!doctype html>${text}`, {
    sourceCodeLocationInfo: locates,
    treeAdapter: refuseStrays ? refusingStrays(counting) : counting,
    // The printing page runs no scripts, so the content of <noscript> is shown.
    scriptingEnabled: false,
  });
}

/** A style sheet that the parser would take as it is. */
const SHEET = /(<style[^>]*>)([^<\r\0]+)(?=<\/style>)/g;

function nameOf(css: string, sheets: Map<string, string>): string {
  const name = `docgen-sheet-${sheets.size}`;
  sheets.set(name, css);
  return name;
}

/** @param sheets the style sheets for which names stand */
function countingAdapter(sheets: ReadonlyMap<string, string>): typeof adapter {
  let elements = 0;
  return {
    ...adapter,
    insertText(parent, text) {
      const isSheet = sheets.size > 0 && isTag(parent) && parent.name === 'style';
      adapter.insertText(parent, (isSheet && sheets.get(text)) || text);
    },
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
