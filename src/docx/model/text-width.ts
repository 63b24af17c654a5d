import { allParagraphs } from './keep.ts';
import type { Block, Paragraph, Run } from './model.ts';

/** How wide a table cell's content is. Points. */
export interface ContentWidth {
  /** The longest piece that cannot break. */
  readonly min: number;
  /** The longest line if nothing breaks. */
  readonly max: number;
}

/** Advance widths of Calibri (and of Carlito) from U+0020 to U+007E, in hundredths of the size of the text. */
const ASCII_WIDTHS = (
  '23 33 40 50 51 71 68 22 30 30 50 50 25 31 25 39 51 51 51 51 51 51 51 51 51 51 27 27 50 50 50 46 ' +
  '89 58 54 53 62 49 46 63 62 25 32 52 42 85 65 66 52 67 54 46 49 64 57 89 52 49 47 31 39 31 50 50 ' +
  '29 48 53 42 53 50 31 47 53 23 24 45 23 80 53 53 53 53 35 39 33 53 45 71 43 45 40 31 46 31 50'
)
  .split(' ')
  .map((width) => Number(width) / 100);
/** Bold text is this much wider. */
const BOLDER = 1.025;
const NO_BREAK_SPACE = 0xa0;
const FIRST_WIDE = 0x2e80;

/** Near enough in other fonts too, for sharing out the columns of a table. */
function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code === NO_BREAK_SPACE) return ASCII_WIDTHS[0] ?? 0;
  return ASCII_WIDTHS[code - 0x20] ?? (code >= FIRST_WIDE ? 1 : 0.5);
}

/** Texts longer than this are wider than any column; measuring more of them is of no use. */
const MEASURED = 2_000;

export function contentWidth(blocks: readonly Block[]): ContentWidth {
  let min = 0;
  let max = 0;
  for (const paragraph of allParagraphs(blocks)) {
    const width = paragraphWidth(paragraph);
    min = Math.max(min, width.min);
    max = Math.max(max, width.max);
  }
  return { min: min * SLACK, max: max * SLACK };
}

/** Programs round widths differently; a word that just fits must still fit. */
const SLACK = 1.04;

function paragraphWidth(paragraph: Paragraph): ContentWidth {
  const { indentLeft, indentRight, firstLine } = paragraph.format;
  const indent = Math.max(0, indentLeft + indentRight, indentLeft + indentRight + firstLine);
  let min = 0;
  let max = 0;
  let word = 0;
  let line = 0;
  for (const run of paragraph.runs) {
    if (run.content.kind === 'break') {
      line = 0;
      word = 0;
    }
    for (const [width, breaks] of pieces(run)) {
      line += width;
      word = breaks ? 0 : word + width;
      min = Math.max(min, word);
      max = Math.max(max, line);
    }
  }
  return { min: min + indent, max: max + indent };
}

function* pieces(run: Run): Generator<readonly [width: number, breaks: boolean]> {
  const { content, format } = run;
  if (content.kind === 'picture') yield [content.picture.width, false];
  if (content.kind !== 'text') return;
  for (const character of content.text.slice(0, MEASURED)) {
    yield [characterWidth(character) * format.size * (format.bold ? BOLDER : 1), character === ' '];
  }
}
