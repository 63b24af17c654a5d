import { stringBytes, textOfBytes } from '../../../lib/pdf-string.ts';

/**
 * The entries of a dictionary, which are found from its start, so that the text of a string is never taken for an
 * entry.
 */
export class PdfDict {
  readonly #text: string;
  /** Start and end of the key, without its slash, and start and end of the value, for each entry. */
  readonly #places: number[] = [];

  /**
   * @param text a text with a dictionary
   * @param start where it begins
   * @throws Error if there is none
   */
  constructor(text: string, start = 0) {
    this.#text = text;
    let at = text.startsWith('<<', start) ? skipSpace(text, start + 2) : text.length;
    while (text.charCodeAt(at) === SLASH) {
      const key = at + 1;
      const keyEnd = skipRegular(text, key);
      const value = skipSpace(text, keyEnd);
      let end = value;
      do {
        end = skipValue(text, skipSpace(text, end));
        at = skipSpace(text, end);
        // A number goes on if it is the first part of a reference: 12 0 R.
      } while (kindOf(text, at) === REGULAR);
      this.#places.push(key, keyEnd, value, end);
    }
    if (!text.startsWith('>>', at)) throw new Error(UNREADABLE);
  }

  get size(): number {
    return this.#places.length / 4;
  }

  /** A value as written; undefined if there is none. */
  get(key: string): string | undefined {
    const at = this.#indexOf(key);
    return at === -1 ? undefined : this.#text.slice(this.#places[at + 2], this.#places[at + 3]);
  }

  /** The entries with other keys, as written, with a line break after each. */
  without(keys: readonly string[]): string {
    let rest = this.#places.length / 4;
    for (const key of keys) if (this.#indexOf(key) !== -1) rest -= 1;
    if (rest === 0) return '';
    const known = keys.map((key) => this.#indexOf(key));
    let entries = '';
    for (let at = 0; at < this.#places.length; at += 4)
      if (!known.includes(at))
        entries += `${this.#text.slice((this.#places[at] ?? 0) - 1, this.#places[at + 3])}\n`;
    return entries;
  }

  #indexOf(key: string): number {
    const places = this.#places;
    for (let at = 0; at < places.length; at += 4) {
      const start = places[at] ?? 0;
      if (places[at + 1] === start + key.length && this.#text.startsWith(key, start)) return at;
    }
    return -1;
  }

  text(key: string): string | undefined {
    const value = this.get(key);
    return value !== undefined && /^(?:\(|<(?!<))/.test(value) ? textOfBytes(stringBytes(value)) : undefined;
  }

  /** A dictionary in this one; undefined if there is none. */
  dict(key: string): PdfDict | undefined {
    const start = this.#places[this.#indexOf(key) + 2];
    return start !== undefined && this.#text.startsWith('<<', start)
      ? new PdfDict(this.#text, start)
      : undefined;
  }

  /** @throws Error if the value is not a number */
  number(key: string): number {
    const number = Number(this.get(key) ?? Number.NaN);
    if (Number.isNaN(number)) throw new Error(`the PDF has no number in an entry ${key}`);
    return number;
  }

  /**
   * @returns the number of the object that the value refers to
   * @throws Error if it refers to none
   */
  reference(key: string): number {
    const value = this.get(key);
    if (!value?.endsWith(REFERENCE)) throw new Error(`the PDF has no object in an entry ${key}`);
    return Number.parseInt(value, 10);
  }

  /** @throws Error if the value is not an array */
  list(key: string): string[] {
    const value = this.get(key);
    if (!value?.startsWith('[')) throw new Error(`the PDF has no list in an entry ${key}`);
    return readArray(value);
  }
}

const UNREADABLE = 'the PDF has no dictionary where Chromium writes one';
const REFERENCE = ' 0 R';

/** The values of an entry that may be an array or a single value. */
export function valuesOf(value: string | undefined): readonly string[] {
  if (value === undefined || value === '') return [];
  return value.startsWith('[') ? readArray(value) : [value];
}

/** The values of an array, as written; a reference is one value. */
export function readArray(text: string): string[] {
  const values: string[] = [];
  for (let at = skipSpace(text, 1); text.charCodeAt(at) !== CLOSING; ) {
    const end = skipValue(text, at);
    const value = text.slice(at, end);
    if (value === 'R') values.push(`${values.splice(-2)[0]}${REFERENCE}`);
    else values.push(value);
    at = skipSpace(text, end);
  }
  return values;
}

/** @returns the position after a value: a string, a name, a number, an array or a dictionary */
function skipValue(text: string, start: number): number {
  switch (text.charCodeAt(start)) {
    case SLASH:
      return skipRegular(text, start + 1);
    case PARENTHESIS:
      return skipString(text, start);
    case BRACKET:
      return skipUntil(text, start + 1, ']');
    case ANGLE: {
      if (text.charCodeAt(start + 1) === ANGLE) return skipUntil(text, start + 2, '>>');
      const end = text.indexOf('>', start);
      if (end === -1) throw new Error(UNREADABLE);
      return end + 1;
    }
    default: {
      const end = skipRegular(text, start);
      if (end === start) throw new Error(UNREADABLE);
      return end;
    }
  }
}

function skipUntil(text: string, start: number, closing: string): number {
  let at = skipSpace(text, start);
  while (!text.startsWith(closing, at)) at = skipSpace(text, skipValue(text, at));
  return at + closing.length;
}

/** Brackets in a string are escaped, or come in pairs (ISO 32000-1, 7.3.4.2). */
function skipString(text: string, start: number): number {
  let depth = 0;
  IN_STRING.lastIndex = start;
  for (let found = IN_STRING.exec(text); found !== null; found = IN_STRING.exec(text)) {
    if (found[0] === '(') depth += 1;
    if (found[0] === ')') depth -= 1;
    if (depth === 0) return IN_STRING.lastIndex;
  }
  throw new Error(UNREADABLE);
}

const IN_STRING = /[()]|\\[\s\S]/g;

function skipSpace(text: string, start: number): number {
  let at = start;
  while (kindOf(text, at) === SPACE) at += 1;
  return at;
}

/** @returns the position after a name or a number */
function skipRegular(text: string, start: number): number {
  let at = start;
  while (kindOf(text, at) === REGULAR) at += 1;
  return at;
}

/** @returns undefined after the end of the text */
function kindOf(text: string, at: number): number | undefined {
  return KINDS[text.charCodeAt(at)];
}

const [SLASH, PARENTHESIS, BRACKET, ANGLE, CLOSING] = [47, 40, 91, 60, 93];
const [REGULAR, SPACE, DELIMITER] = [0, 1, 2];
/** Code of a character → what it is (ISO 32000-1, 7.2.2). */
const KINDS = new Uint8Array(256);
for (const character of '\0\t\n\f\r ') KINDS[character.charCodeAt(0)] = SPACE;
for (const character of '()<>[]{}/%') KINDS[character.charCodeAt(0)] = DELIMITER;
