import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';

/** What the tokenizer is in. */
interface LexerState {
  /** The end of the part of Nunjucks or HTML; "" for words. */
  end: '' | '}}' | '%}' | '#}' | '-->' | '>';
  /** What follows is the name of the tag, or of a filter. */
  isName: boolean;
  /** Within an HTML tag, the quotation mark of the attribute's value; "" outside of one. */
  quote: string;
  /** The HTML tag around a part of Nunjucks. */
  around: { readonly end: '>'; readonly quote: string } | undefined;
}

const OPENINGS: readonly (readonly [opening: string, end: LexerState['end']])[] = [
  ['{{', '}}'],
  ['{%', '%}'],
  ['{#', '#}'],
];

/** HTML with Nunjucks in it, as texts of templates are written. Nunjucks may stand in tags and their attributes too. */
const language = StreamLanguage.define<LexerState>({
  name: 'template',
  startState: () => ({ end: '', isName: false, quote: '', around: undefined }),
  copyState: (place) => ({ ...place }),
  token(stream, place) {
    const { end } = place;
    if (end === '#}' || end === '-->') {
      if (stream.skipTo(end)) {
        stream.match(end);
        leave(place);
      } else stream.skipToEnd();
      return 'comment';
    }
    if (end === '' || end === '>') {
      const opening = OPENINGS.find(([text]) => stream.match(text));
      if (opening !== undefined) {
        place.around = end === '>' ? { end, quote: place.quote } : undefined;
        place.end = opening[1];
        place.isName = opening[1] === '%}';
        return opening[1] === '#}' ? 'comment' : 'processingInstruction';
      }
      return end === '>' ? inTag(stream, place) : inWords(stream, place);
    }
    return inExpression(stream, place);
  },
});

type Stream = Parameters<Parameters<typeof StreamLanguage.define<LexerState>>[0]['token']>[0];

function leave(place: LexerState): void {
  place.end = place.around?.end ?? '';
  place.quote = place.around?.quote ?? '';
  place.around = undefined;
}

function inWords(stream: Stream, place: LexerState): string | null {
  if (stream.match('<!--')) {
    place.end = '-->';
    return 'comment';
  }
  if (stream.match(/^<\/?[a-z][\w-]*/i)) {
    place.end = '>';
    return 'tagName';
  }
  if (stream.match(/^&#?\w+;/)) return 'character';
  stream.next();
  stream.eatWhile(/[^<&{]/);
  return null;
}

function inTag(stream: Stream, place: LexerState): string | null {
  if (place.quote !== '') {
    const text = stream.next();
    if (text === place.quote) place.quote = '';
    else stream.eatWhile((next: string) => next !== place.quote && next !== '{');
    return 'string';
  }
  if (stream.match(/^\/?>/)) {
    leave(place);
    return 'tagName';
  }
  if (stream.match(/^["']/)) {
    place.quote = stream.current();
    return 'string';
  }
  if (stream.match(/^[\w:-]+/)) return 'attributeName';
  stream.next();
  return null;
}

const WORD =
  /^(?:if|elif|elseif|else|endif|for|in|endfor|not|and|or|is|true|false|none|absent|as|import|from)\b/;

function inExpression(stream: Stream, place: LexerState): string | null {
  if (stream.match(new RegExp(`^-?${place.end}`))) {
    leave(place);
    return 'processingInstruction';
  }
  if (stream.eatSpace()) return null;
  if (stream.match(/^"[^"]*(?:"|$)|^'[^']*(?:'|$)/)) return 'string';
  if (stream.match(/^\d+(?:\.\d+)?/)) return 'number';
  if (stream.match(/^-(?=\s)/)) return 'processingInstruction';
  const { isName } = place;
  place.isName = stream.match('|') === true;
  if (place.isName) return 'operator';
  if (stream.match(WORD)) return 'keyword';
  if (stream.match(/^[A-Za-z_]\w*/)) return isName ? 'keyword' : 'variableName';
  stream.next();
  return 'operator';
}

/** Each colour has a contrast of at least 4.5 with the paper, in the light and in the dark. */
const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--faint)', fontStyle: 'italic' },
  { tag: [tags.tagName, tags.attributeName, tags.character], color: 'var(--faint)' },
  { tag: tags.processingInstruction, color: 'var(--accent)' },
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '650' },
  { tag: tags.variableName, color: 'light-dark(#0a4a9c, #8fc1ff)' },
  { tag: [tags.string, tags.number], color: 'var(--warning)' },
]);

export const template: Extension = [language, syntaxHighlighting(colours)];
