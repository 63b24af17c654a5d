import { CssStructure } from './css-structure.ts';
import { PICTURE, words } from './elements.ts';

/** Functions without a URL and without graphics of their own. */
const FUNCTIONS = new Set(
  words(`rgb rgba hsl hsla calc min max clamp var attr minmax repeat fit-content rotate translate translatex translatey
    is where not lang dir nth-child nth-last-child nth-of-type nth-last-of-type`),
);

/** Among them the margin boxes of `@page`, such as `@top-left` and `@left-middle`. */
const AT_RULE =
  /^(?:page|media|layer|(?:top|bottom)-(?:left-corner|left|center|right|right-corner)|(?:left|right)-(?:top|middle|bottom))$/i;

/**
 * Chromium keeps a copy of generated text for each element that shows it: 300 KB in the `content` of 3,000 elements
 * took 3.0 GB.
 */
const MAX_TEXT_CHARACTERS = 2_048;

/**
 * The tokens that matter, as a browser splits CSS that has no backslash: comments, strings, names, brackets and
 * function names. Each is consumed whole, and anything else ends the match, so the time is linear in the length.
 */
const PIECES =
  /(?<comment>\/\*[\s\S]*?\*\/)|(?<string>"[^"\n\r\f]*"|'[^'\n\r\f]*')|(?<counter>counters?\()(?=\s*pages?\s*[,)])|url\((?<quote>["']?)(?<picture>data:[^"'()\s]*)\k<quote>\)|@(?<atRule>[-\w\u0080-\uffff]*)|(?<name>[-\w\u0080-\uffff]+)(?<called>\(?)|(?<mark>[()[\]{};])|(?<stray>["'\\]|\/\*|<!|[^\P{Cc}\t\n\r\f])/giu;

export interface CssInspection {
  /** Position and reason of the refusal. The reason quotes names, never values. */
  readonly refusal?: { readonly index: number; readonly reason: string };
  /** The `data:` addresses of its pictures. */
  readonly pictures: readonly string[];
}

/**
 * Checks a style sheet, the declarations of a `style` attribute or the queries of a `media` attribute: an allow-list of
 * functions and at-rules, and limits of size.
 */
export function inspectCss(css: string): CssInspection {
  const pictures: string[] = [];
  const structure = new CssStructure();
  for (const { 0: piece, index, groups = {} } of css.matchAll(PIECES)) {
    const reason = refusePiece(groups) ?? readStructure(structure, piece, index, groups);
    if (reason !== undefined) return { refusal: { index, reason }, pictures };
    if (groups.picture !== undefined) pictures.push(groups.picture);
  }
  const reason = structure.end(css.length);
  return reason === undefined ? { pictures } : { refusal: { index: css.length, reason }, pictures };
}

type Groups = Readonly<Record<string, string | undefined>>;

function readStructure(
  structure: CssStructure,
  piece: string,
  index: number,
  { comment, picture, mark, counter, called }: Groups,
): string | undefined {
  if (comment !== undefined || picture !== undefined) structure.leaveOut(piece.length);
  const bracket = mark ?? (counter !== undefined || called ? '(' : undefined);
  return bracket && structure.read(bracket, index);
}

function refusePiece({ string, picture, atRule, name, called, stray }: Groups): string | undefined {
  if (stray !== undefined) return STRAYS.get(stray) ?? 'a control character stands in the style; delete it';
  if (string !== undefined && string.length - 2 > MAX_TEXT_CHARACTERS)
    return `a text in the style is longer than ${MAX_TEXT_CHARACTERS} characters; shorten it`;
  if (atRule !== undefined && !AT_RULE.test(atRule))
    return `@${shown(atRule)} is not allowed in a style; leave it out`;
  if (picture !== undefined && !PICTURE.test(picture))
    return 'url() must hold a PNG or JPEG: data:image/png;base64,…';
  if (name === undefined || called === '') return undefined;
  const lower = name.toLowerCase();
  if (lower === 'url') return 'url() must hold a PNG or JPEG itself: url("data:image/png;base64,…")';
  if (lower === 'counter' || lower === 'counters') return COUNTER;
  return FUNCTIONS.has(lower) ? undefined : `${shown(lower)}() is not allowed in a style; leave it out`;
}

/** Word counts by its own list definitions, so a number from a CSS counter would be missing there. */
const COUNTER =
  'counter() may only count page and pages: Word would lose any other number; use <ol class="clauses"> for clauses';

const STRAYS: ReadonlyMap<string, string> = new Map([
  ['"', 'a quotation mark of the style is not closed on its line; close it'],
  ["'", 'a quotation mark of the style is not closed on its line; close it'],
  ['\\', 'a backslash is not allowed in a style; write the character itself'],
  ['/*', 'a comment of the style is not closed; end it with */'],
  ['<!', '<! is not allowed in a style; write comments as /* … */'],
]);

function shown(name: string): string {
  return /^[a-z][a-z0-9-]{0,40}$/i.test(name) ? name : '…';
}
