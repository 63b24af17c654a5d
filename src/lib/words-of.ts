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

/**
 * What a text has between these parts, which stand in it one behind the other, the first one and the last one at its ends; nothing
 * when it has not all of them. Each part is looked up once, from the end: a pattern with a group for each of them would try all of
 * its places together.
 */
export function wordsBetween([first = '', ...others]: readonly string[], text: string): string[] {
  const last = others.pop();
  if (last === undefined || text.length < first.length + last.length) return [];
  if (!text.startsWith(first) || !text.endsWith(last)) return [];
  let rest = text.slice(first.length, text.length - last.length);
  const words: string[] = [];
  for (const part of others.toReversed()) {
    const at = rest.lastIndexOf(part);
    if (at < 0) return [];
    words.unshift(rest.slice(at + part.length));
    rest = rest.slice(0, at);
  }
  return [rest, ...words];
}
