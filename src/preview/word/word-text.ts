import { paragraphText, readDocx, styleById } from './read-docx.ts';
import { wordLabels } from './word-labels.ts';
import { value } from './xml.ts';

/** A blank to fill in by hand is a run of these, ruled. */
const BLANK = /\u00a0{4,}/g;

export interface WordParagraph {
  /** Its number, as Word counts it; "" where it has none. */
  readonly label: string;
  readonly text: string;
  readonly isHeading: boolean;
}

/** The paragraphs of a Word file that have text, those in tables too, read back from the file. */
export function readWordText(docx: Uint8Array): WordParagraph[] {
  const document = readDocx(docx);
  const labels = wordLabels(document);
  const paragraphs = document.paragraphs.map((paragraph, index) => {
    const id = value(paragraph, 'w:pPr', 'w:pStyle');
    const style = id === undefined ? undefined : styleById(document, id);
    const isHeading =
      value(style, 'w:name') === 'Title' || value(style, 'w:pPr', 'w:outlineLvl') !== undefined;
    const text = paragraphText(paragraph).replace(BLANK, '________').trim();
    return { label: labels[index] ?? '', text, isHeading };
  });
  return paragraphs.filter(({ text }) => text !== '');
}
