import { characterWidth } from '../../../templating/html/character-width.ts';
import { allParagraphs, type Block, type Paragraph, type Run } from './model.ts';

/** The width of a table cell's content, in points. */
export interface ContentWidth {
  /** The width of the longest word. */
  readonly min: number;
  /** The width of the longest line without line wrapping. */
  readonly max: number;
}

/** Width of bold text relative to regular text. */
const BOLDER = 1.025;

/** Maximum number of characters to measure: a longer text is wider than any column. */
const MAX_CHARACTERS = 2_000;

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

/** Programs round widths differently; with this factor, a word that just fits in one fits in all. */
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
  for (const character of content.text.slice(0, MAX_CHARACTERS)) {
    yield [characterWidth(character) * format.size * (format.bold ? BOLDER : 1), character === ' '];
  }
}
