import { paragraphText, type ReadDocument, readDocx } from '../docx/read-docx.ts';
import { wordLabels } from '../docx/word-labels.ts';

export interface WordText {
  /** One entry to a paragraph that has text, with its number before it. */
  readonly blocks: readonly string[];
  /** The numbers, in order; bullets are none. */
  readonly labels: readonly string[];
  readonly document: ReadDocument;
}

/** Reads a Word file as Word shows it. @throws where a part is not well-formed XML */
export function readWord(bytes: Uint8Array): WordText {
  const document = readDocx(bytes);
  const labels = wordLabels(document);
  const texts = document.paragraphs.map(paragraphText);
  return {
    blocks: texts
      .map((text, index) => (text.trim() === '' ? '' : `${labels[index]} ${text}`.trim()))
      .filter((block) => block !== ''),
    labels: labels.filter((label) => /[\p{L}\p{N}]/u.test(label)),
    document,
  };
}
