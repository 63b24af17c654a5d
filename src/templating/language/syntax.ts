import nunjucks from 'nunjucks/src/parser.js';
import { placeIn, readLines, withoutMark } from './lines.ts';
import { findCurlyQuote } from './tags.ts';
import { TemplateError } from './template-error.ts';
import { findUnclosedTag } from './unclosed-tag.ts';

/** A node of the tree from nunjucks' parser. `Gate` reads its fields and trusts none of them. */
export interface SyntaxNode {
  readonly typename: string;
  /** Both count from 0. */
  readonly lineno: number;
  readonly colno: number;
}

const LIMITS = {
  sourceCharacters: 512 * 1024,
  /** nunjucks trims white space with a regular expression that takes quadratic time. */
  whiteSpaceRun: 200,
} as const;

const CONTROL = /[^\P{Cc}\t\n\r]/u;
/** Both tags take quadratic time in nunjucks' parser, and are not needed. */
const RAW = /\{%-?\s*(?:raw|verbatim)\b/;

/** Parses a template; the tree is not checked yet. @throws TemplateError */
export function parseSyntax(template: string, source: string): SyntaxNode {
  const text = withoutMark(source);
  refuseText(template, text);
  try {
    return nunjucks.parse(text, [], {}) as SyntaxNode;
  } catch (error) {
    throw findUnclosedTag(template, text) ?? syntaxError(template, error);
  }
}

function refuseText(template: string, text: string): void {
  if (text.length > LIMITS.sourceCharacters) {
    throw new TemplateError(
      { template },
      `longer than ${LIMITS.sourceCharacters} characters; split or shorten it`,
    );
  }
  const faults: readonly (readonly [number, string])[] = [
    [text.search(CONTROL), 'there is a control character here; delete it'],
    [text.search(RAW), 'the tags raw and verbatim are not allowed; write the text as it is'],
    [text.indexOf('\ufffd'), 'this character is not UTF-8; save the file as UTF-8, and write it again'],
    [findCurlyQuote(text), 'this quotation mark is curly; in a tag write the straight one, " or \''],
    [longWhiteSpace(text), `more than ${LIMITS.whiteSpaceRun} blank characters in a row; delete some`],
  ];
  for (const [index, reason] of faults) {
    if (index >= 0) throw new TemplateError(placeIn(template, readLines(text), index), reason);
  }
}

/** Index of the first run of white space that is too long, or -1. */
function longWhiteSpace(text: string): number {
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (!isWhiteSpace(text.charCodeAt(index))) start = index + 1;
    else if (index - start >= LIMITS.whiteSpaceRun) return start;
  }
  return -1;
}

function isWhiteSpace(code: number): boolean {
  if (code <= 32) return true;
  return code >= 160 && String.fromCharCode(code).trim() === '';
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'typename') === 'string';
}

/** The direct children of a node, in source order. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return Object.values(node).flat().filter(isNode);
}

/** The parser's messages → the cure. */
const CURES: readonly (readonly [RegExp, string])[] = [
  [
    /^unknown block tag/,
    'there are block, call, else, elif, extends, for, from, if, import, include, macro, set, switch',
  ],
  [/^expected variable end/, 'write one field between {{ and }}, and filters behind it, each after |'],
  [/^expected symbol/, 'write the name that is missing here'],
  [/^parseFor: expected "in"/, 'write {% for one in list %}'],
  [/^unexpected token/, 'look for a quotation mark, }} or %} that is missing before it'],
  [/^expected block end/, 'look for what does not belong before this %}'],
  [/^parseAggregate|^expected comma/, 'look for a comma or a bracket that is missing'],
];

function syntaxError(template: string, error: unknown): TemplateError {
  if (error instanceof RangeError) {
    return new TemplateError({ template }, 'the tags are nested too deeply; flatten them');
  }
  const { message, lineno, colno } = error as { message?: unknown; lineno?: unknown; colno?: unknown };
  const reason = typeof message === 'string' ? message.replace(/^\(unknown path\)[^\n]*\n\s*/, '') : '';
  const place =
    typeof lineno === 'number' && typeof colno === 'number' ? { line: lineno, column: colno } : {};
  const detail = error instanceof TypeError ? 'a tag or bracket is not closed or not complete' : reason;
  const [, cure] = CURES.find(([what]) => what.test(detail)) ?? [];
  return new TemplateError(
    { template, ...place },
    `this is not valid Nunjucks: ${detail}${cure === undefined ? '' : `; ${cure}`}`,
  );
}
