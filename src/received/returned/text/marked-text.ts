/**
 * Marks around the content of a control in a text: start, number of the control, end. They are Unicode non-characters, which are
 * removed from what a file says.
 */
const [BEGIN, NUMBERED, END] = ['\ufdd0', '\ufdd1', '\ufdd2'];
const MARK = /\ufdd0\d*\ufdd1?|[\ufdd1-\ufdd3]/g;

export const CONTROL_END = END;

export function controlStart(number: number): string {
  return `${BEGIN}${number}${NUMBERED}`;
}

export function withoutMarks(text: string): string {
  return /[\ufdd0-\ufdd3]/.test(text) ? text.replace(MARK, '') : text;
}

/** A word, a number or a sign of a text. */
export interface Token {
  /** To compare: quotation marks and dashes of all kinds are alike. */
  readonly key: string;
  /** Place in the plain text. */
  readonly start: number;
  readonly end: number;
  /** Number of the control that it is in. */
  readonly control: number | undefined;
}

export interface Tokens {
  /** With single spaces, without marks. */
  readonly text: string;
  readonly list: readonly Token[];
  /** The paths of the controls that it is in, when the file says them. */
  readonly controls?: ReadonlySet<string>;
  /** Number of the table row that it is in; undefined outside of tables. */
  readonly row?: number | undefined;
}

const PIECE = /\ufdd0(\d+)\ufdd1|(\ufdd2)|[\p{L}\p{M}\p{N}\u200c\u200d]+|[^\s]/gu;
/** Invisible characters that programs add and remove. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u2060\u2066-\u2069\u202a-\u202e\ufeff]/g;

/** The words of a text. */
export function tokensOf(marked: string): Tokens {
  const clean = plain(marked);
  let text = '';
  const list: Token[] = [];
  const open: number[] = [];
  let end = 0;
  for (const match of clean.matchAll(PIECE)) {
    const [, control, close] = match;
    if (control !== undefined) open.push(Number(control));
    else if (close !== undefined) open.pop();
    else {
      const between = clean.slice(end, match.index).replace(MARK, '');
      if (between !== '' && text !== '') text += between.includes('\n') ? '\n' : ' ';
      list.push({
        key: keyOf(match[0]),
        start: text.length,
        end: text.length + match[0].length,
        control: open.at(-1),
      });
      text += match[0];
      end = match.index + match[0].length;
    }
  }
  return { text, list };
}

/** What words are compared by, in one text. */
export function keysOf(words: readonly { readonly key: string }[]): string {
  return words.map(({ key }) => key).join(' ');
}

function plain(text: string): string {
  return withoutInvisible(text.normalize('NFC'));
}

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** What a word or sign is compared by: quotation marks and dashes of all kinds are alike. */
export function keyOf(token: string): string {
  if (/^[‘’‚‛′`´]$/.test(token)) return "'";
  if (/^[“”„‟″]$/.test(token)) return '"';
  if (/^[‐‑‒–—−]$/.test(token)) return '-';
  return token;
}
