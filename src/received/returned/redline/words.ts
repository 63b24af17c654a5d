import { keyOf, withoutInvisible } from '../text/marked-text.ts';

/** Stands for a blank that is not filled in. */
export const BLANK = '\ufffc';

export interface Word {
  /** To compare; "" of no word. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** Finds the words of texts, of which some are the empty blanks of a document. */
export class Words {
  readonly blank = BLANK;
  readonly #pattern: RegExp;

  /** @param shown what the empty blanks show: a program that knows no controls keeps it as text, "[date]" */
  constructor(shown: Iterable<string>) {
    const prompts = [...new Set(shown)].map((prompt) => RegExp.escape(`[${prompt}]`));
    // What a blank looks like; a word, also with characters in it that are not seen; any other sign.
    const kinds = [
      ...prompts.sort((one, other) => other.length - one.length),
      '_{3,}',
      '[\\p{L}\\p{M}\\p{N}\\p{Cf}]+',
      '\\S',
    ];
    this.#pattern = new RegExp(kinds.join('|'), 'gu');
  }

  of(text: string): Word[] {
    const words: Word[] = [];
    for (const { 0: found, index } of text.matchAll(this.#pattern)) {
      const isBlank = found.length > 1 && /^[[_]/.test(found);
      const key = isBlank ? BLANK : keyOf(withoutInvisible(found).normalize('NFC'));
      if (key !== '') words.push({ key, start: index, end: index + found.length });
    }
    return words;
  }
}
