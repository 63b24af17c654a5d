import { type ChildNode, type Element, isTag, type ParentNode } from 'domhandler';
import type { adapter } from 'parse5-htmlparser2-tree-adapter';
import { DocumentFault } from './document-fault.ts';

/** What HTML allows directly in a list. */
const ALLOWED = new Set(['li', 'script', 'template']);

/** What the parser opens again in the next block when it is not closed (HTML, 13.2.4.3). */
const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));

const MAX_QUOTED_CHARACTERS = 40;

/**
 * A tree adapter that refuses what is directly in `<ol>` or `<ul>` and is no item. An element that was left open is one
 * of these: the parser opens it again around all later items of the list, which then have no numbers.
 */
export function refusingStrays(inner: typeof adapter): typeof adapter {
  return {
    ...inner,
    appendChild(parent, child) {
      if (isList(parent) && isTag(child) && !ALLOWED.has(child.name)) throw strayElement(child.name, parent);
      inner.appendChild(parent, child);
    },
    insertText(parent, text) {
      if (isList(parent) && text.trim() !== '') throw strayText(text.trim(), parent);
      inner.insertText(parent, text);
    },
  };
}

function isList(node: ParentNode | ChildNode): node is Element {
  return isTag(node) && (node.name === 'ol' || node.name === 'ul');
}

function strayElement(name: string, list: Element): DocumentFault {
  const reason = FORMATTING.has(name)
    ? `<${name}> is not closed; write </${name}> where it ends, before </p>. Otherwise the items after it have no numbers`
    : `<${name}> is directly in <${list.name}>, which has only <li>; put it into an item`;
  return new DocumentFault(reason, { element: name });
}

function strayText(text: string, list: Element): DocumentFault {
  const reason = `there is text directly in <${list.name}>, which has only <li>; put it into an item`;
  return new DocumentFault(reason, { text: text.slice(0, MAX_QUOTED_CHARACTERS) });
}
