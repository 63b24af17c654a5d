import { paragraphText, type ReadDocument, styleById } from '../../src/preview/word/read-docx.ts';
import { child, value, type XmlElement } from '../../src/preview/word/xml.ts';

export {
  paragraphText,
  part,
  type ReadDocument,
  readDocx,
  runText,
  styleById,
} from '../../src/preview/word/read-docx.ts';

export function words(document: ReadDocument): string[] {
  return splitWords(document.paragraphs.map(paragraphText).join('\n'));
}

export function splitWords(shown: string): string[] {
  return shown.split(/\s+/).filter((word) => word !== '');
}

/** The paragraph's style, by its name. */
export function styleName(document: ReadDocument, paragraph: XmlElement): string {
  const id = value(paragraph, 'w:pPr', 'w:pStyle') ?? 'Normal';
  return value(styleById(document, id), 'w:name') ?? '';
}

/** The paragraph whose text begins so. */
export function paragraphOf(document: ReadDocument, beginning: string): XmlElement {
  const found = document.paragraphs.find((paragraph) =>
    paragraphText(paragraph).trim().startsWith(beginning),
  );
  if (found === undefined) throw new Error(`no paragraph begins with ${beginning}`);
  return found;
}

/** Whether a paragraph, or else its style, says that it stays on the page of the next one. */
export function isKeptWithNext(document: ReadDocument, paragraph: XmlElement): boolean {
  const style = styleById(document, value(paragraph, 'w:pPr', 'w:pStyle') ?? 'Normal');
  const keep = child(paragraph, 'w:pPr', 'w:keepNext') ?? child(style, 'w:pPr', 'w:keepNext');
  return keep !== undefined && keep.attributes['w:val'] !== '0';
}
