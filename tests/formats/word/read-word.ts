import { paragraphText, type ReadDocument, readDocx } from './read-docx.ts';
import { updatedTexts } from './read-fields.ts';
import { wordLabels } from './word-labels.ts';

export interface WordText {
  /** The text of each paragraph that has text, after its number. */
  readonly blocks: readonly string[];
  /** The same after the cross-references are updated. */
  readonly updated: readonly string[];
  /** The numbers in order, without bullets. */
  readonly labels: readonly string[];
  readonly document: ReadDocument;
}

/**
 * Reads a Word file as Word shows it.
 * @throws Error if a part is not well-formed XML
 */
export function readWord(bytes: Uint8Array): WordText {
  const document = readDocx(bytes);
  const labels = wordLabels(document);
  const labelled = (texts: readonly string[]) =>
    texts.flatMap((text, index) => (text.trim() === '' ? [] : [`${labels[index]} ${text}`.trim()]));
  return {
    blocks: labelled(document.paragraphs.map(paragraphText)),
    updated: labelled(updatedTexts(document)),
    labels: labels.filter((label) => /[\p{L}\p{N}]/u.test(label)),
    document,
  };
}
