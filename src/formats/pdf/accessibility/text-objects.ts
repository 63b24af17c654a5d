import { kernLine, readGlyph } from './kern-line.ts';
import type { PrintedFont } from './printed-fonts.ts';

/** The beginning of a line of text as Chromium writes it, with its font and position. Its pieces follow. */
const BEGIN = 'BT\n/';
const HEAD = /(\S+) (\S+) Tf\n1 0 0 -1 \S+ (\S+) Tm\n/y;
/** Behind the position of a text. */
const POSITION = ' Tm\n';
const END = 'ET\n';
const ARTIFACT = '/Artifact';
const MARK_BEGIN = 'DC\n';

/** A line is at least so many font sizes below the one before; a raised letter is less. */
const LEAST_LEADING = 0.6;

/** Writes the lines of text of a page in fewer bytes (kern-line.ts), and a space at the end of each. */
export class TextWriter {
  /** Each word between line breaks. */
  readonly #breakable: string;
  /** Kept from page to page: to take fresh memory costs as much time as to write a page. */
  #target = Buffer.alloc(0);

  /** @param breakable the words that may be broken into two lines without a space between */
  constructor(breakable: readonly string[]) {
    this.#breakable = `\n${breakable.join('\n')}\n`;
  }

  /**
   * @param content with each line of text in marked content, or in an artifact; as Latin-1
   * @param fonts the fonts of the page by their names in the content; undefined for one whose text stays as it is
   * @returns the content, until the next page is written
   */
  write(content: string, fonts: Fonts): Buffer {
    const source = Buffer.from(content, 'latin1');
    // A line becomes longer by brackets and a space only.
    if (this.#target.length < 2 * source.length) this.#target = Buffer.allocUnsafe(3 * source.length);
    const target = this.#target;
    let length = 0;
    let copied = 0;
    for (let at = content.indexOf(BEGIN); at !== -1; at = content.indexOf(BEGIN, at)) {
      at += BEGIN.length;
      HEAD.lastIndex = at;
      const [head = '', name = '', size = '', y = ''] = HEAD.exec(content) ?? [];
      const font = head === '' ? undefined : fonts(name);
      if (font === undefined) continue;
      const start = at + head.length;
      const before = length + source.copy(target, length, copied, start);
      const line = kernLine(source, start, target, before, font.widths, Number(size));
      if (line === undefined) continue;
      at = line.end;
      const hasSpace = font.space !== undefined && line.lastGlyph !== font.space;
      const text = { start, end: at, size: Number(size), y: Number(y), font };
      const needsSpace = hasSpace && this.#endsLine({ content, source, fonts }, text);
      const space = needsSpace ? font.space?.toString(16).toUpperCase().padStart(4, '0') : '';
      length = line.length + target.write(`${space}>] TJ\nET\n`, line.length, 'latin1');
      copied = at;
    }
    length += source.copy(target, length, copied);
    return target.subarray(0, length);
  }

  /** Whether text is the last of its line, and its last word is complete. */
  #endsLine({ content, source, fonts }: PageContent, { start, end, size, y, font }: Text): boolean {
    const next = content.indexOf(POSITION, end);
    if (next !== -1) {
      const nextY = Number(content.slice(content.lastIndexOf(' ', next - 1), next));
      if (Math.abs(nextY - y) < LEAST_LEADING * size) return false;
    }
    const mark = content.lastIndexOf(MARK_BEGIN, start);
    if (content.startsWith(ARTIFACT, content.lastIndexOf('\n', mark) + 1)) return false;
    if (next === -1) return true;
    const word = lastWord(source, start, end, font);
    if (!this.#breakable.includes(word)) return true;
    HEAD.lastIndex = content.lastIndexOf(BEGIN, next) + BEGIN.length;
    const name = HEAD.exec(content)?.[1];
    const nextFont = name === undefined ? undefined : fonts(name);
    return nextFont === undefined || !this.#breakable.includes(word + firstWord(source, next, nextFont));
  }
}

type Fonts = (name: string) => PrintedFont | undefined;

interface PageContent {
  /** The same in two forms. */
  readonly content: string;
  readonly source: Buffer;
  readonly fonts: Fonts;
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

/** The letters after the last space of a text, for which a line break stands. */
function lastWord(source: Buffer, start: number, end: number, { letters }: PrintedFont): string {
  let word = '';
  for (let close = source.lastIndexOf(CLOSE, end); close > start; ) {
    const open = source.lastIndexOf(OPEN, close);
    for (let at = close - 4; at > open; at -= 4) {
      const letter = letters.get(readGlyph(source, at)) ?? '';
      if (letter === ' ') return `\n${word}`;
      word = letter + word;
    }
    close = source.lastIndexOf(CLOSE, open);
  }
  return word;
}

/** The letters before the first space of a text, for which a line break stands. */
function firstWord(source: Buffer, start: number, { letters }: PrintedFont): string {
  const end = source.indexOf(END, start);
  let word = '';
  for (let open = source.indexOf(OPEN, start); open !== -1 && open < end; ) {
    const close = source.indexOf(CLOSE, open);
    for (let at = open + 1; at < close; at += 4) {
      const letter = letters.get(readGlyph(source, at)) ?? '';
      if (letter === ' ') return `${word}\n`;
      word += letter;
    }
    open = source.indexOf(OPEN, close);
  }
  return word;
}

const [OPEN, CLOSE] = [60, 62];
