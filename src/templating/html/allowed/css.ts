import { type CSSToken, type ParseError, TokenType, tokenizer } from '@csstools/css-tokenizer';
import { CssStructure } from './css-structure.ts';
import { PICTURE, words } from './elements.ts';

/** Functions without a URL and without graphics of their own. */
const FUNCTIONS = new Set(
  words(`rgb rgba hsl hsla calc min max clamp var attr minmax repeat fit-content rotate translate translatex translatey
    is where not has lang dir nth-child nth-last-child nth-of-type nth-last-of-type`),
);

/** Among them the margin boxes of `@page`, such as `@top-left` and `@left-middle`. */
const AT_RULE =
  /^(?:page|media|layer|(?:top|bottom)-(?:left-corner|left|center|right|right-corner)|(?:left|right)-(?:top|middle|bottom))$/i;

/**
 * Chromium keeps a copy of generated text for each element that shows it: 300 KB in the `content` of 3,000 elements
 * took 3.0 GB.
 */
const MAX_TEXT_CHARACTERS = 2_048;

interface CssInspection {
  /** Position and reason of the refusal. The reason quotes names, never values. */
  readonly refusal?: { readonly index: number; readonly reason: string };
  /** The `data:` addresses of its pictures. */
  readonly pictures: readonly string[];
}

/**
 * Checks a style sheet, the declarations of a `style` attribute or the queries of a `media` attribute: an allow-list of
 * functions and at-rules, and limits of size. The tokens are those of the CSS Syntax specification, as in a browser.
 */
export function inspectCss(css: string): CssInspection {
  const inspection = new Inspection(css);
  for (;;) {
    const token = inspection.next();
    const isEnd = token[0] === TokenType.EOF;
    const index = isEnd ? css.length : token[2];
    const reason = inspection.refuse(token, index);
    const { pictures } = inspection;
    if (reason !== undefined) return { refusal: { index, reason }, pictures };
    if (isEnd) return { pictures };
  }
}

class Inspection {
  readonly pictures: string[] = [];
  readonly next: () => CSSToken;
  readonly #structure = new CssStructure();
  #error: ParseError | undefined;
  /** Whether a declaration that sets a counter has begun. */
  #setsCounter = false;

  constructor(css: string) {
    const onParseError = (error: ParseError) => {
      this.#error ??= error;
    };
    this.next = tokenizer({ css }, { onParseError }).nextToken;
  }

  /**
   * @param from its position in the style
   * @returns the reason when the token, and with it the style, is refused
   */
  refuse(token: CSSToken, from: number): string | undefined {
    const [type, written] = token;
    if (type === TokenType.Comment && this.#error === undefined) {
      this.#structure.leaveOut(written.length);
      return undefined;
    }
    if (written.includes('\\')) return BACKSLASH;
    if (type !== TokenType.String && CONTROL.test(written)) return CONTROL_CHARACTER;
    if (this.#error !== undefined) return UNCLOSED.get(type) ?? BAD_URL;
    switch (type) {
      case TokenType.String:
        return written.length - 2 > MAX_TEXT_CHARACTERS ? LONG_TEXT : undefined;
      case TokenType.URL:
        return this.#refusePicture(token[4].value, written.length);
      case TokenType.Function:
        return this.#refuseFunction(token[4].value.toLowerCase(), from);
      case TokenType.AtKeyword:
        return AT_RULE.test(token[4].value) ? undefined : refusedAtRule(token[4].value);
      case TokenType.Ident:
        return this.#refuseName(token[4].value.toLowerCase());
      case TokenType.OpenParen:
      case TokenType.CloseParen:
      case TokenType.OpenSquare:
      case TokenType.CloseSquare:
      case TokenType.OpenCurly:
      case TokenType.CloseCurly:
      case TokenType.Semicolon:
        if ('{};'.includes(written)) this.#setsCounter = false;
        return this.#structure.read(written, from);
      case TokenType.EOF:
        return this.#structure.end(from);
      case TokenType.Delim:
        if (written === '@') return refusedAtRule('');
        return /^[!-~]$/.test(written) ? undefined : STRAY;
      default:
        return PLAIN.has(type) ? undefined : (REFUSED.get(type) ?? STRAY);
    }
  }

  #refuseFunction(name: string, from: number): string | undefined {
    switch (name) {
      case 'url': {
        const [text, end] = [this.next(), this.next()];
        if (text[0] !== TokenType.String || end[0] !== TokenType.CloseParen) return BAD_URL;
        return this.#refusePicture(text[1].slice(1, -1), end[3] + 1 - from);
      }
      case 'counter':
      case 'counters': {
        let name = this.next();
        if (name[0] === TokenType.Whitespace) name = this.next();
        if (name[0] !== TokenType.Ident || !PAGE_COUNTERS.has(name[1])) return COUNTER;
        break;
      }
      default:
        if (!FUNCTIONS.has(name)) return `${shown(name)}() is not allowed in a style; leave it out`;
        if (this.#setsCounter) return SET_COUNTER;
    }
    return this.#structure.read('(', from);
  }

  #refuseName(name: string): string | undefined {
    if (this.#setsCounter && PAGE_COUNTERS.has(name)) return SET_COUNTER;
    if (SETS_COUNTER.test(name)) this.#setsCounter = true;
    return undefined;
  }

  #refusePicture(url: string, length: number): string | undefined {
    if (!PICTURE.test(url)) return url.startsWith('data:') ? BAD_PICTURE : BAD_URL;
    this.pictures.push(url);
    this.#structure.leaveOut(length);
    return undefined;
  }
}

/** Tokens that are allowed wherever they stand. */
const PLAIN: ReadonlySet<TokenType> = new Set([
  TokenType.Whitespace,
  TokenType.Colon,
  TokenType.Comma,
  TokenType.Number,
  TokenType.Percentage,
  TokenType.Dimension,
  TokenType.Hash,
]);

const CONTROL = /[^\P{Cc}\t\n\r\f]/u;
const BACKSLASH = 'a backslash is not allowed in a style; write the character itself';
const CONTROL_CHARACTER = 'a control character stands in the style; delete it';
const STRAY =
  'a character that has no meaning stands in the style, such as a curly quotation mark; write " or delete it';
const LONG_TEXT = `a text in the style is longer than ${MAX_TEXT_CHARACTERS} characters; shorten it`;
const BAD_URL = 'url() must hold a PNG or JPEG itself: url("data:image/png;base64,…")';
const BAD_PICTURE = 'url() must hold a PNG or JPEG: data:image/png;base64,…';

const UNCLOSED: ReadonlyMap<TokenType, string> = new Map([
  [TokenType.String, 'a quotation mark of the style is not closed on its line; close it'],
  [TokenType.BadString, 'a quotation mark of the style is not closed on its line; close it'],
  [TokenType.Comment, 'a comment of the style is not closed; end it with */'],
]);

const REFUSED: ReadonlyMap<TokenType, string> = new Map([
  [TokenType.BadURL, BAD_URL],
  [TokenType.CDO, '<! is not allowed in a style; write comments as /* … */'],
  [TokenType.CDC, '--> is not allowed in a style; write comments as /* … */'],
]);

/** Names of counters are case-sensitive. */
const PAGE_COUNTERS = new Set(['page', 'pages']);
const SETS_COUNTER = /^counter-(?:increment|reset|set)$/;
/** Word counts by its own list definitions, so a number from a CSS counter would be missing there. */
const COUNTER =
  'counter() may only count page and pages: Word would lose any other number; use <ol class="clauses"> for clauses';
const SET_COUNTER =
  'a style may not set the counters page and pages: Word would print other numbers; leave counter-reset, counter-set and counter-increment out';

function refusedAtRule(name: string): string {
  return `@${shown(name)} is not allowed in a style; leave it out`;
}

function shown(name: string): string {
  return /^[a-z][a-z0-9-]{0,40}$/i.test(name) ? name : '…';
}
