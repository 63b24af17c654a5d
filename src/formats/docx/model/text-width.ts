import { characterWidth } from '../../../templating/html/character-width.ts';
import { allParagraphs, type Block, type Paragraph } from './model.ts';

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
  const add = (width: number, breaks: boolean) => {
    line += width;
    word = breaks ? 0 : word + width;
    min = Math.max(min, word);
    max = Math.max(max, line);
  };
  for (const { content, format } of paragraph.runs) {
    if (content.kind === 'picture') add(content.picture.width, false);
    if (content.kind === 'break') {
      line = 0;
      word = 0;
    }
    if (content.kind !== 'text') continue;
    for (const character of content.text.slice(0, MAX_CHARACTERS))
      add(characterWidth(character) * format.size * (format.bold ? BOLDER : 1), character === ' ');
  }
  return { min: min + indent, max: max + indent };
}
