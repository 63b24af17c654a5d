const STRING = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
const INSIDE = (end: string) => String.raw`(?:${STRING}|(?!${end}|\{[{%#])[^"'])*`;

/** A complete comment or tag, with its strings; or the start of one that is not closed. */
export const TAG = new RegExp(
  String.raw`\{#[^]*?#\}|\{\{${INSIDE(String.raw`\}\}`)}\}\}|\{%${INSIDE(String.raw`%\}`)}%\}|\{[{%#]`,
  'g',
);

const STRINGS = new RegExp(STRING, 'g');
const CURLY = /[“”„‟‘’‚‛«»‹›″′]/;

/**
 * Index of the first curly quotation mark that is in a tag and in no string, or -1. Word processors write them in place
 * of straight ones.
 */
export function findCurlyQuote(text: string): number {
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    const isOpen = tag.length === 2;
    // A straight apostrophe between curly quotation marks begins a string that does not end.
    const shown = isOpen ? (/^[^\n]*/.exec(text.slice(index, index + LINE))?.[0] ?? '') : tag;
    const found = shown.startsWith('{#')
      ? -1
      : shown.replace(STRINGS, (string) => ' '.repeat(string.length)).search(CURLY);
    if (found >= 0) return index + found;
    // The rest of the text is not read: each tag in it could be open, and would be searched to its end.
    if (isOpen) return -1;
  }
  return -1;
}

/** Characters to look at after a tag that is not closed. */
const LINE = 500;
