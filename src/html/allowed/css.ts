import { PICTURE, words } from './elements.ts';

/** Functions that reach nothing and draw nothing but text, boxes and lines. */
const FUNCTIONS = new Set(
  words(`rgb rgba hsl hsla calc min max clamp var attr minmax repeat fit-content rotate translate translatex translatey
    is where not lang dir nth-child nth-last-child nth-of-type nth-last-of-type`),
);

/** `@page` has boxes such as `@top-left` and `@left-middle`. */
const AT_RULE =
  /^(?:page|media|layer|(?:top|bottom)-(?:left-corner|left|center|right|right-corner)|(?:left|right)-(?:top|middle|bottom))$/i;

/**
 * The pieces of CSS that matter, as a browser cuts them while there is no backslash: comments, strings, names and what
 * is called. Each is consumed whole, and what does not fit ends the search, so that the time is linear in the length.
 */
const PIECES =
  /(?<comment>\/\*[\s\S]*?\*\/)|(?<string>"[^"\n\r\f]*"|'[^'\n\r\f]*')|(?<counter>counters?\(\s*pages?\s*[,)])|url\((?<quote>["']?)(?<picture>data:[^"'()\s]*)\k<quote>\)|@(?<atRule>[-\w\u0080-\uffff]*)|(?<name>[-\w\u0080-\uffff]+)(?<called>\(?)|(?<stray>["'\\]|\/\*|<!|[^\P{Cc}\t\n\r\f])/giu;

export interface CssInspection {
  /** Where and why it may not stand in a document. The reason quotes names, never values. */
  readonly refusal?: { readonly index: number; readonly reason: string };
  /** The `data:` addresses of its pictures. */
  readonly pictures: readonly string[];
}

/** Looks through a style sheet or the declarations of a `style` attribute: an allow-list of what CSS may call. */
export function inspectCss(css: string): CssInspection {
  const pictures: string[] = [];
  for (const { index, groups = {} } of css.matchAll(PIECES)) {
    const reason = refusePiece(groups);
    if (reason !== undefined) return { refusal: { index, reason }, pictures };
    if (groups.picture !== undefined) pictures.push(groups.picture);
  }
  return { pictures };
}

function refusePiece(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const { picture, atRule, name, called, stray } = groups;
  if (stray !== undefined) return STRAYS[stray] ?? 'a control character stands in the style; delete it';
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

/** Word counts by its own lists, so that a number which the style sheet counts would be missing there. */
const COUNTER =
  'counter() may only count page and pages: Word would lose any other number; use <ol class="clauses"> for clauses';

const STRAYS: Readonly<Record<string, string>> = {
  '"': 'a quotation mark of the style is not closed on its line; close it',
  "'": 'a quotation mark of the style is not closed on its line; close it',
  '\\': 'a backslash is not allowed in a style; write the character itself',
  '/*': 'a comment of the style is not closed; end it with */',
  '<!': '<! is not allowed in a style; write comments as /* … */',
};

function shown(name: string): string {
  return /^[a-z][a-z0-9-]{0,40}$/i.test(name) ? name : '…';
}
