import type { PrintedFont } from './printed-fonts.ts';

/** A line of text as Chromium writes it, with its font and position. Its pieces follow. */
const BEGIN = 'BT\n/';
const HEAD = /(\S+) (\S+) Tf\n1 0 0 -1 \S+ (\S+) Tm\n/y;
/** Strings of glyphs, each of four digits, which are moved along the line only: `<0043> Tj\n6.19 0 Td <0044> Tj\n`. */
const PIECES = /(?:(?:[-.\d]+ 0 Td )?<[\dA-F]+> Tj\n)+(?=ET\n)/y;
/** Behind the last glyph. */
const PIECE_END = '> Tj\n';
/** Behind the position of a text. */
const POSITION = ' Tm\n';
const END = 'ET\n';
const ARTIFACT = '/Artifact';
const MARK_BEGIN = 'DC\n';
/** Digits of a glyph. */
const GLYPH = 4;

/** A line is at least so many font sizes below the one before; a raised letter is less. */
const LEAST_LEADING = 0.6;

type Fonts = (name: string) => PrintedFont | undefined;

interface PageContent {
  readonly content: string;
  readonly fonts: Fonts;
  /** Each word that may be broken into two lines without a space between, between line breaks. */
  readonly breakable: string;
}

interface Text {
  /** Positions of its pieces in the content. */
  readonly start: number;
  readonly end: number;
  /** Font size, and position on the page, in CSS pixels. */
  readonly size: number;
  readonly y: number;
  readonly font: PrintedFont;
}

/**
 * Writes a space at the end of each line of text of a page.
 * @param content with each line of text in marked content, or in an artifact; as Latin-1
 * @param fonts the fonts of the page by their names in the content; undefined for one whose text stays as it is
 * @param breakable the words that may be broken into two lines without a space between
 */
export function endLines(content: string, fonts: Fonts, breakable: readonly string[]): string {
  const page = { content, fonts, breakable: `\n${breakable.join('\n')}\n` };
  let written = '';
  let copied = 0;
  for (let at = content.indexOf(BEGIN); at !== -1; at = content.indexOf(BEGIN, at)) {
    at += BEGIN.length;
    HEAD.lastIndex = at;
    const [head = '', name = '', size = '', y = ''] = HEAD.exec(content) ?? [];
    const font = head === '' ? undefined : fonts(name);
    const start = at + head.length;
    PIECES.lastIndex = start;
    if (font?.space === undefined || !PIECES.test(content)) continue;
    at = PIECES.lastIndex;
    const behind = at - PIECE_END.length;
    if (font.letters.get(readGlyph(content, behind - GLYPH)) === ' ') continue;
    if (!endsLine(page, { start, end: at, size: Number(size), y: Number(y), font })) continue;
    const space = font.space.toString(16).toUpperCase().padStart(GLYPH, '0');
    written += content.slice(copied, behind) + space;
    copied = behind;
  }
  return written + content.slice(copied);
}

/** Whether text is the last of its line, and its last word is complete. */
function endsLine({ content, fonts, breakable }: PageContent, { start, end, size, y, font }: Text): boolean {
  const next = content.indexOf(POSITION, end);
  if (next !== -1) {
    const nextY = Number(content.slice(content.lastIndexOf(' ', next - 1), next));
    if (Math.abs(nextY - y) < LEAST_LEADING * size) return false;
  }
  const mark = content.lastIndexOf(MARK_BEGIN, start);
  if (content.startsWith(ARTIFACT, content.lastIndexOf('\n', mark) + 1)) return false;
  if (next === -1) return true;
  const word = lastWord(content, start, end, font);
  if (!breakable.includes(word)) return true;
  HEAD.lastIndex = content.lastIndexOf(BEGIN, next) + BEGIN.length;
  const name = HEAD.exec(content)?.[1];
  const nextFont = name === undefined ? undefined : fonts(name);
  return nextFont === undefined || !breakable.includes(word + firstWord(content, next, nextFont));
}

/** The letters after the last space of a text, for which a line break stands. */
function lastWord(content: string, start: number, end: number, { letters }: PrintedFont): string {
  let word = '';
  for (let close = content.lastIndexOf('>', end); close > start; ) {
    const open = content.lastIndexOf('<', close);
    for (let at = close - GLYPH; at > open; at -= GLYPH) {
      const letter = letters.get(readGlyph(content, at)) ?? '';
      if (letter === ' ') return `\n${word}`;
      word = letter + word;
    }
    close = content.lastIndexOf('>', open);
  }
  return word;
}

/** The letters before the first space of a text, for which a line break stands. */
function firstWord(content: string, start: number, { letters }: PrintedFont): string {
  const end = content.indexOf(END, start);
  let word = '';
  for (let open = content.indexOf('<', start); open !== -1 && open < end; ) {
    const close = content.indexOf('>', open);
    for (let at = open + 1; at < close; at += GLYPH) {
      const letter = letters.get(readGlyph(content, at)) ?? '';
      if (letter === ' ') return `${word}\n`;
      word += letter;
    }
    open = content.indexOf('<', close);
  }
  return word;
}

function readGlyph(content: string, at: number): number {
  return Number.parseInt(content.slice(at, at + GLYPH), 16);
}
