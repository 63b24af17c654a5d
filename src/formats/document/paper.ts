import type { Document } from 'domhandler';
import type { Paper } from '../../../schemas/shared/paper.ts';
import { addToHead } from '../../templating/html/tree.ts';

/** Sets the paper size of a document, for both formats. Margins, headers and footers stay as they are. */
export function setPaper(document: Document, paper: Paper): void {
  // The last `size` wins.
  addToHead(document, 'style', `@page { size: ${paper} }`);
}
