/**
 * Maximum nesting depth. Chromium parses nested brackets and blocks recursively: 40,000 `:is(` crashed its renderer.
 * Our own style sheet nests 4 deep.
 */
const MAX_DEPTH = 64;

/**
 * Maximum length of a selector, at-rule head or declaration. Lists of texts and of shadows are costly: every element
 * that they apply to pays for all of them.
 */
const MAX_STATEMENT_CHARACTERS = 4_096;

const CLOSING = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/**
 * Tracks the brackets and statements of a style. Brackets must match, so that a browser, the Word converter and this
 * check split the style into the same statements.
 */
export class CssStructure {
  /** The closing brackets that are expected, the innermost last. */
  readonly #closing: string[] = [];
  #start = 0;
  #uncounted = 0;

  /** Excludes a comment or a picture from the length of its statement. */
  leaveOut(characters: number): void {
    this.#uncounted += characters;
  }

  /**
   * @param mark a bracket or a semicolon
   * @returns the reason when the style is refused
   */
  read(mark: string, index: number): string | undefined {
    const innermost = this.#closing.at(-1);
    const isInStatement = innermost === ')' || innermost === ']';
    if ('{};'.includes(mark)) {
      if (isInStatement) return UNCLOSED;
      const length = index - this.#start - this.#uncounted;
      if (length > MAX_STATEMENT_CHARACTERS) return TOO_LONG;
      this.#start = index + 1;
      this.#uncounted = 0;
    }
    const closing = CLOSING.get(mark);
    if (closing !== undefined) this.#closing.push(closing);
    else if (mark !== ';' && this.#closing.pop() !== mark)
      return `${mark} closes nothing in the style; delete it`;
    return this.#closing.length > MAX_DEPTH ? TOO_DEEP : undefined;
  }

  /** @returns the reason when the style, now complete, is refused */
  end(index: number): string | undefined {
    return this.#closing.length > 0 ? UNCLOSED : this.read(';', index);
  }
}

const UNCLOSED = 'a bracket of the style is not closed; close it where it belongs';
const TOO_LONG = `a selector or declaration of the style is longer than ${MAX_STATEMENT_CHARACTERS} characters, pictures apart; shorten it`;
const TOO_DEEP = `the style nests brackets and blocks more than ${MAX_DEPTH} deep; flatten it`;
