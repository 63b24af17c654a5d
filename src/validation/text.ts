/**
 * Characters that no document can carry, or that would make one read otherwise than it was written:
 * - controls but tab and line breaks, and non-characters: XML, and so Word, refuses most of them;
 * - lone halves of surrogate pairs: they have no UTF-8;
 * - bidirectional embeddings, overrides and isolates: they reorder what a reader sees (Unicode TR 36);
 * - tag characters: text that no reader sees.
 */
const UNPRINTABLE =
  /[[\p{Cc}--[\t\n\r]]\p{Noncharacter_Code_Point}\p{Cs}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/v;

/** Whether every character of a text can stand in a document. */
export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text);
}
