import type { Document } from 'domhandler';
import { bodyOf, prependElement } from '../../templating/html/tree.ts';

/**
 * The word is behind the text and across the page. `position: fixed` repeats it on every page. Content that is hidden
 * from the accessibility tree becomes an artifact of the PDF. At 100 pt it fits between the margins of A4 and of
 * Letter.
 */
const ACROSS = Object.entries({
  position: 'fixed',
  inset: '0',
  'z-index': '-1',
  display: 'flex',
  'align-items': 'center',
  'justify-content': 'center',
  margin: '0',
  padding: '0',
  color: '#dedede',
  font: 'bold 100pt/1 Calibri, sans-serif',
  visibility: 'visible',
  transform: 'rotate(-45deg)',
})
  .map(([property, value]) => `${property}: ${value} !important`)
  .join('; ');

export const DRAFT = 'DRAFT';

/** Marks a document as a draft, for printing. In a Word file the mark is in the headers (docx/ooxml/draft-mark.ts). */
export function markDraft(document: Document): void {
  const body = bodyOf(document);
  if (body !== undefined) prependElement(body, 'div', { 'aria-hidden': 'true', style: ACROSS }, DRAFT);
}
