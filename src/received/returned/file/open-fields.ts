import type { XmlElement } from './xml.ts';
import { textIn } from './xml.ts';

/** The code of a field that shows the number of a clause. */
const REFERENCE = /^\s*REF\s+(\w{1,60})\s/;
/** Only its begin matters. */
const LONGEST_CODE = 200;

/** Fields that our bodies have, and those that programs make of them; what others show is computed anew when they are updated. */
const OURS = new Set(['', 'REF', 'PAGEREF', 'TOC', 'HYPERLINK', 'FORMTEXT', 'FORMCHECKBOX']);
/** Asks a person for other words, and suggests none. */
const QUESTION = /^FILLIN(?:\s+"")?$/i;
const MOST_COMPUTED = 10;
const SHOWN_OF_CODE = 40;

/** The fields that are open at a place of a text: in the code of one, nothing is printed. */
export class OpenFields {
  readonly #open: { code: string; isResult: boolean }[] = [];
  readonly #computed = new Set<string>();

  /** The fields whose words are others when they are updated. */
  get computed(): readonly string[] {
    return Array.from(this.#computed, (code) => `a field that is computed anew: ${code}`);
  }

  get isInCode(): boolean {
    return this.#open.some(({ isResult }) => !isResult);
  }

  get isInAny(): boolean {
    return this.#open.length > 0;
  }

  get isInContents(): boolean {
    return this.#open.some(({ code }) => /^\s*TOC\s/.test(code));
  }

  /** Bookmark of the reference that is open. */
  get reference(): string | undefined {
    return REFERENCE.exec(this.#open.at(-1)?.code ?? '')?.[1];
  }

  begin(code = '', isResult = false): void {
    this.#open.push({ code, isResult });
  }

  addCode(element: XmlElement): void {
    const field = this.#open.at(-1);
    if (field !== undefined && field.code.length < LONGEST_CODE) field.code += textIn(element);
  }

  /** @param mark a w:fldChar */
  visit(mark: XmlElement): void {
    switch (mark.attributes['w:fldCharType']) {
      case 'begin':
        this.begin();
        break;
      case 'separate': {
        const field = this.#open.at(-1);
        if (field !== undefined) field.isResult = true;
        break;
      }
      case 'end':
        this.end();
    }
  }

  end(): void {
    const code = this.#open.pop()?.code.trim() ?? '';
    const [keyword = ''] = code.split(/\s/, 1);
    if (OURS.has(keyword.toUpperCase()) || QUESTION.test(code) || this.#computed.size >= MOST_COMPUTED)
      return;
    this.#computed.add(code.slice(0, SHOWN_OF_CODE));
  }
}
