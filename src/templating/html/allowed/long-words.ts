import { type ChildNode, type Document, isTag, isText } from 'domhandler';
import { DocumentFault } from '../document-fault.ts';
import { bodyOf } from '../tree.ts';
import { words } from './elements.ts';

/** Of half a million characters, Chromium takes six seconds to find out that a word has no place to be broken at. */
const MAX_WORD = 10_000;

/** The elements that do not end a word. */
const WITHIN_WORDS = new Set(
  words(
    'a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small span strong sub sup time u var',
  ),
);

/** Lines are broken here, unlike at a no-break space. */
const BREAK = /[ \t\n\f\r]/;

/** @throws DocumentFault when a text has a word that no document has */
export function refuseLongWords(document: Document): void {
  let length = 0;
  const grow = (text: string) => {
    length += text.length;
    if (length > MAX_WORD)
      throw new DocumentFault(`a word has more than ${MAX_WORD} characters; put spaces into it`);
  };
  // An undefined entry is the end of an element.
  const waiting: (ChildNode | undefined)[] = [...(bodyOf(document)?.children ?? [])].reverse();
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (node === undefined) length = 0;
    else if (isText(node)) {
      const [first = '', ...others] = node.data.split(BREAK);
      grow(first);
      for (const word of others) {
        length = 0;
        grow(word);
      }
    } else if (isTag(node)) {
      const isBlock = !WITHIN_WORDS.has(node.name);
      if (isBlock) length = 0;
      if (isBlock) waiting.push(undefined);
      for (const child of node.children.toReversed()) waiting.push(child);
    }
  }
}
