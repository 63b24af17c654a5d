/** Without line breaks, and with one space between words. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** `loan note` → `Loan note` */
export function upperFirst(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The words and numbers of a text, without the signs between them. */
export function wordsOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
