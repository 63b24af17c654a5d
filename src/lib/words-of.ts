/** The words and numbers of a text, without the signs between them. */
export function wordsOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
