/**
 * Characters that a document cannot hold, or that make it read otherwise than it was written:
 * - control characters but tab and line breaks, and non-characters: XML, and so Word, refuses most of them;
 * - lone surrogates: they have no UTF-8;
 * - bidirectional embeddings, overrides and isolates: they reorder what a reader sees (Unicode TR 36);
 * - tag characters: they are invisible.
 */
const UNPRINTABLE =
  /[[\p{Cc}--[\t\n\r]]\p{Noncharacter_Code_Point}\p{Cs}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/v;

/** As of `<input type="email">` in the HTML standard, with the length of RFC 5321. */
const EMAIL =
  /^(?=.{3,254}$)[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

/** Whether a document can hold every character of a text. */
export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text);
}
