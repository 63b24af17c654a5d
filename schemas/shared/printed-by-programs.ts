/**
 * Words that a program printed in place of a value: told of every text of every template, whatever its field. Case counts
 * (`null`, `NaN`), since Null and Nan are names.
 */

/** The sentence for the published description. */
export const PRINTED_BY_PROGRAMS =
  'A text with words that programs print (undefined, null, NaN, [object Object], Invalid Date), a placeholder that was ' +
  'not filled in ({{name}}), characters escaped twice (&amp;), read in a wrong encoding, or written as an escape (\\n) ' +
  'is unlikely.';

interface Kind {
  readonly pattern: RegExp;
  /** Never quotes the value. */
  readonly message: string;
}

/** What may stand on either side of a printed `undefined` or `null`: in an English sentence, both are words as well. */
const BEFORE = String.raw`(?<=^|[^\p{L}\p{N}\s_-]\s{0,3}|\p{N}\s{1,3}|(?:^|\s)\p{Lu}[\p{L}'’.]{0,40}\s{1,3}|\b(?:undefined|null|from|to|of|on|in|at|by|for|until|between|and|is|per)\s{1,3})`;
const AFTER = String.raw`(?=$|\s*[^\p{L}\p{N}\s_-]|\s+[\p{Lu}\p{N}]|\s+(?:undefined|null|from|to|of|on|in|at|by|until|and(?! void)|per|(?:working |business |calendar )?(?:second|minute|hour|day|week|month|year)s?|percent)(?!\p{L}))`;

const MISSING: Kind = {
  pattern: new RegExp(
    [
      `(?=undefined|null)${BEFORE}(?:undefined|null)${AFTER}`,
      String.raw`(?<![\p{L}\p{N}])NaN(?![\p{L}\p{N}])`,
      String.raw`^\s*(?:NULL|\(null\)|None(?:[,;]? None)+)\s*$`,
      String.raw`\[object \p{L}+\]`,
      String.raw`(?<!\p{L})Invalid [Dd]ate(?:Time)?(?!\s*\p{Ll}|\p{L})`,
      // The errors of spreadsheets.
      String.raw`#(?:N/A|REF!|VALUE!|DIV/0!|NAME\?|NUM!|NULL!)`,
    ].join('|'),
    'u',
  ),
  message:
    'has a word that programs print when they have no value (undefined, null, NaN, [object Object], Invalid Date); ' +
    'send the value, or leave the field out for a blank to fill in',
};

const PLACEHOLDER: Kind = {
  pattern: new RegExp(
    [
      String.raw`\{\{|\}\}|\{%|%\}|<%|%>`,
      String.raw`[$#]\{`,
      // One pair of braces around a name or a number: {0}, {first_name}.
      String.raw`\{\s*[\p{L}\p{N}_.-]+\s*\}`,
      String.raw`<<[^<>]*>>|\[\[[^[\]]*\]\]`,
      // A merge field of Word, whose name has no space: «First_Name».
      String.raw`«\p{L}+_[\p{L}\p{N}_]+»`,
      // A tag, unlike "<3", "a < b" or an e-mail address.
      String.raw`</?[A-Za-z][\w-]*(?: [^<>@]*)?/?>`,
      String.raw`(?<!\S)%(?:s|d|@|\d\$[sd]|\(\w+\)[sd])(?![\p{L}\p{N}])`,
      String.raw`(?<!\S)%[A-Z][A-Z_]+%|(?<!\S)__[A-Z][A-Z_]*__`,
      String.raw`\[(?:●|•|_+|\.{2,}|…|(?:insert|enter|your|add|fill in)\b[^[\]]*|(?:full |first |last |company |employee |employer )?(?:name|date|address|amount|title))\]`,
    ].join('|'),
    'iu',
  ),
  message:
    'has a placeholder that was not filled in, such as {{name}}, <<Name>> or %s; send its value, or leave the ' +
    'field out for a blank to fill in',
};

const ENTITY: Kind = {
  pattern:
    /&(?:amp|lt|gt|quot|apos|nbsp|euro|pound|copy|reg|trade|[nm]dash|[lr][sd]quo|hellip|szlig|[a-z](?:acute|grave|circ|uml|tilde|cedil|ring|slash)|#\d{1,7}|#x[\da-f]{1,6});/i,
  message:
    'has characters that were escaped for HTML, such as &amp; or &#39;; send the characters themselves',
};

/** Letters that the bytes 0x80 to 0xBF of UTF-8 become in Latin-1 and Windows-1252. */
const CONTINUATION = String.raw`\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122`;
/** The same without the space, the quotation marks and the dashes, which stand beside letters in honest text. */
const RARE = String.raw`\u0080-\u009f\u00a1-\u00aa\u00ac-\u00b6\u00b8-\u00ba\u00bc-\u00be\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2020\u2021\u2030\u20ac\u2122`;

const MISREAD: Kind = {
  pattern: new RegExp(
    [
      String.raw`[\u00c2\u00c3][${RARE}]`,
      String.raw`(?<=\p{Ll})\u00c3[${CONTINUATION}]`,
      String.raw`\u00c2[\u00a0\u00ab\u00b7\u00bb\u00bf]`,
      String.raw`\u00e2\u20ac[${CONTINUATION}]|\u00e2\u201a\u00ac`,
      String.raw`(?:[\u00d0\u00d1][${CONTINUATION}]){2}`,
      String.raw`[\u00e0-\u00ef][${RARE}][${CONTINUATION}]|[\u00e0-\u00ef][${CONTINUATION}][${RARE}]`,
      String.raw`\u00ef\u00bb\u00bf|\ufffd`,
      // UTF-8 read in code page 437: ├⌐ for é.
      String.raw`\u251c[^\s\p{N}]`,
    ].join('|'),
    'u',
  ),
  message: 'has letters that were read in a wrong encoding, such as Ã© for é; send the text as UTF-8',
};

const ESCAPE: Kind = {
  pattern: new RegExp(
    [
      // A path of Windows has backslashes too, before small letters.
      String.raw`\\u[\dA-Fa-f]{4}|\\x[\dA-Fa-f]{2}|\\r\\n|\\[nrt](?![\p{Ll}\\])|(?<=[.,;!?])\\n|\\"`,
      String.raw`(?<=[\p{L}\p{N},])%(?:(?:20|2C|0A|0D%0A)(?=[\p{L}\p{N}%])|[CD][\dA-F]%[89AB][\dA-F])`,
      String.raw`[\u2400-\u2421]`,
      String.raw`\{\s*"[^"]*"\s*:|\["`,
    ].join('|'),
    'u',
  ),
  message:
    'has an escape in place of its character, such as \\n, \\u00e9 or %20, or JSON; send the characters themselves',
};

const KINDS = [MISSING, PLACEHOLDER, ENTITY, MISREAD, ESCAPE];

/** @returns the message of the warning, which says what to send instead; undefined for a text that a person wrote */
export function printedByPrograms(text: string): string | undefined {
  return KINDS.find(({ pattern }) => pattern.test(text))?.message;
}
