import { childAt, type XmlElement } from './xml.ts';

/** The code of a field that shows the number of a clause. */
const REFERENCE = /^\s*REF\s+(\w{1,60})\s/i;
const PAGE_NUMBER = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;
/** Only its begin matters. */
const LONGEST_CODE = 200;

/** Fields that our bodies have, and those that programs make of them; what others show is computed anew when they are updated. */
const OURS = /^(?:(?:REF|PAGEREF|TOC|FORMTEXT|FORMCHECKBOX)?(?!\S)|HYPERLINK\s+(?:\\l|"?mailto:))/i;
/** Asks a person for other words, and suggests none. */
const QUESTION = /^FILLIN(?:\s+"")?$/i;
const MOST_COMPUTED = 10;
const SHOWN_OF_CODE = 40;

/** The fields that are open at a place of a text: in the code of one, nothing is printed. */
export class OpenFields {
  readonly #open: { code: string; isResult: boolean }[] = [];
  readonly #computed = new Set<string>();
  readonly #isMargin: boolean;

  /** @param isMargin of a header or footer, in which the number of a page is another one on each */
  constructor(isMargin: boolean) {
    this.#isMargin = isMargin;
  }

  /** The fields whose words are others when they are updated. */
  get computed(): readonly string[] {
    return Array.from(this.#computed, (code) => `a field that is computed anew: ${code}`);
  }

  get isInCode(): boolean {
    return this.#open.some(({ isResult }) => !isResult);
  }

  /** Whether a text is the number of a page. */
  isPageNumber(text: string): boolean {
    return this.#isMargin && PAGE_NUMBER.test(this.#open.at(-1)?.code ?? '') && /^[\s\d]*$/.test(text);
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

  addCode(text: string): void {
    const field = this.#open.at(-1);
    if (field !== undefined && field.code.length < LONGEST_CODE) field.code += text;
  }

  /** @param mark a w:fldChar */
  visit(mark: XmlElement): void {
    switch (mark.attributes['w:fldCharType']) {
      case 'begin': {
        const type = childAt(mark, 'w:ffData', 'w:textInput', 'w:type')?.attributes['w:val'] ?? '';
        // A form field that shows no text of its own is a formula.
        this.begin(/^(?:calculated|current)/.test(type) ? '=' : '');
        break;
      }
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
    const isKnown = OURS.test(code) || QUESTION.test(code) || (this.#isMargin && PAGE_NUMBER.test(code));
    if (!isKnown && this.#computed.size < MOST_COMPUTED) this.#computed.add(code.slice(0, SHOWN_OF_CODE));
  }
}
