import { MONTHS } from '../../../../schemas/shared/months.ts';

/**
 * What is replaced as a whole: a date, an amount or number with its currency and unit, a word; a character of a script
 * without spaces between words; white space; any other character with its marks.
 */
const TOKEN = new RegExp(
  [
    String.raw`\d{1,2}\s(?:${MONTHS.join('|')})\s\d{4}`,
    String.raw`\p{Sc}?\d+(?:[.,:/’'–-]\d+)*(?:%|\p{L}+)?`,
    String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`,
    String.raw`[\p{L}\p{M}\p{N}]+(?:[’'‑-][\p{L}\p{M}\p{N}]+)*`,
    String.raw`\s+`,
    String.raw`[^][\p{M}\u200c-\u200f\ufe0f]*`,
  ].join('|'),
  'gu',
);

/** A text in the smallest parts that a reader takes in. Joined, they are the text. */
export function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? [];
}
