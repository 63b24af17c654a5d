import { unreadable } from '../refusal.ts';
import { type Entry, PdfArray, PdfDict, PdfName, PdfReference, PdfText, type PdfValue } from './values.ts';

/** ISO 32000-1, annex C.2, allows 28 for the operators of a page; dictionaries in the wild have a dozen. */
const MAX_DEPTH = 100;
/** ISO 32000-1, annex C.2, allows 127 bytes, of which each may be written as three. */
const MAX_NAME = 1_000;

const PERCENT = 37;
const END_OF_LINE = /[\r\n]/g;

/** ISO 32000-1, table 1. */
function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13 && code !== 11) || code === 0;
}

const NAME = /[^\0\t\n\f\r ()<>[\]{}/%]*/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const REFERENCE = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const KEYWORD = /(?:null|true|false)(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const HEX = /<[\da-fA-F\0\t\n\f\r ]*>/y;
const IN_LITERAL = /[()]|\\[\s\S]/g;

/** How many values may still be read, since each takes far more memory than its bytes. */
export interface ValueBudget {
  left: number;
}

/** Reads values of a PDF from a text of its bytes as Latin-1. It takes time in proportion to what it reads. */
export class PdfParser {
  readonly #text: string;
  readonly #budget: ValueBudget;
  /** The position of what is read next. */
  at: number;

  constructor(text: string, at: number, budget: ValueBudget) {
    this.#text = text;
    this.#budget = budget;
    this.at = at;
  }

  /** Skips white space and comments. */
  skipSpace(): void {
    const text = this.#text;
    for (;;) {
      const code = text.charCodeAt(this.at);
      if (isSpace(code)) this.at += 1;
      else if (code === PERCENT) {
        END_OF_LINE.lastIndex = this.at;
        this.at = END_OF_LINE.exec(text)?.index ?? text.length;
      } else return;
    }
  }

  /** Reads what a sticky pattern matches here, after white space and comments. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    this.skipSpace();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.at = pattern.lastIndex;
    return found;
  }

  /** @throws SealError if there is no value here */
  value(depth = 0): PdfValue {
    this.#budget.left -= 1;
    if (this.#budget.left < 0) throw unreadable('it has more values than are read');
    if (depth > MAX_DEPTH) throw unreadable(`its values are nested more than ${MAX_DEPTH} levels deep`);
    this.skipSpace();
    const start = this.at;
    switch (this.#text[start]) {
      case '/':
        this.at += 1;
        return this.#name();
      case '(':
        return this.#literal();
      case '[':
        return this.#array(depth);
      case '<':
        if (this.#text[start + 1] === '<') return this.#dict(depth);
        if (this.match(HEX) === undefined) throw unreadable(BROKEN);
        return new PdfText(this.#text, start, this.at);
    }
    const reference = this.match(REFERENCE);
    if (reference !== undefined) return new PdfReference(Number(reference[1]), Number(reference[2]));
    const number = this.match(NUMBER);
    if (number !== undefined) return Number(number[0]);
    switch (this.match(KEYWORD)?.[0]) {
      case 'true':
        return true;
      case 'false':
        return false;
      case 'null':
        return null;
    }
    throw unreadable(BROKEN);
  }

  #name(): PdfName {
    NAME.lastIndex = this.at;
    const [name = ''] = NAME.exec(this.#text) ?? [];
    this.at = NAME.lastIndex;
    if (name.length > MAX_NAME) throw unreadable(`it has names of more than ${MAX_NAME} characters`);
    return new PdfName(
      name.replace(/#([\da-fA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
  }

  /** Brackets in a string are escaped, or come in pairs. */
  #literal(): PdfText {
    const start = this.at;
    let open = 0;
    IN_LITERAL.lastIndex = start;
    for (let found = IN_LITERAL.exec(this.#text); found !== null; found = IN_LITERAL.exec(this.#text)) {
      if (found[0] === '(') open += 1;
      if (found[0] === ')') open -= 1;
      if (open > 0) continue;
      this.at = IN_LITERAL.lastIndex;
      return new PdfText(this.#text, start, this.at);
    }
    throw unreadable(BROKEN);
  }

  #array(depth: number): PdfArray {
    const start = this.at;
    this.at += 1;
    const items: PdfValue[] = [];
    while (this.match(/\]/y) === undefined) items.push(this.value(depth + 1));
    return new PdfArray(this.#text, start, this.at, items);
  }

  #dict(depth: number): PdfDict {
    const start = this.at;
    this.at += 2;
    const entries = new Map<string, Entry>();
    while (this.match(/>>/y) === undefined) {
      if (this.match(/\//y) === undefined) throw unreadable(BROKEN);
      const key = this.#name().name;
      this.skipSpace();
      const from = this.at;
      const value = this.value(depth + 1);
      // Programs differ in which of two entries they read, so that the seal would be of one document in some.
      if (entries.has(key)) throw unreadable('a dictionary has two entries of the same name');
      entries.set(key, { value, source: this.#text.slice(from, this.at) });
    }
    return new PdfDict(this.#text, start, this.at, entries);
  }
}

const BROKEN = 'it is broken; open it in a program, save it anew, and send that';
