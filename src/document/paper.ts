import type { Document } from 'domhandler';
import { addToHead } from '../html/tree.ts';

/** Sizes of paper that a caller can ask for, whatever the text says. */
export type Paper = 'A4' | 'Letter';

/** Sets the paper size of a document, for both formats. Margins, headers and footers stay as they are. */
export function setPaper(document: Document, paper: Paper): void {
  // The last `size` wins.
  addToHead(document, 'style', `@page { size: ${paper} }`);
}
