import { hash } from 'node:crypto';
import { PLACEHOLDER_STYLE, PLACEHOLDER_TEXT } from './built-in-styles.ts';
import { runPieceXml, type TextPiece } from './pieces.ts';
import { Relationships } from './relationships.ts';
import { MAIN_NAMESPACES, XML_HEADER } from './xml.ts';

/** A text that an empty control shows, grey: what belongs there. */
export function promptPiece(prompt: string): TextPiece {
  const properties = `<w:rPr><w:rStyle w:val="${PLACEHOLDER_TEXT}"/></w:rPr>`;
  return { kind: 'text', properties, text: prompt, link: undefined };
}

/**
 * The parts with the texts that Word puts into a control that is emptied: one document with its own styles.
 * @param prompts the text of each, by its name
 */
export function glossaryParts(prompts: ReadonlyMap<string, string>): [name: string, content: string][] {
  const relationships = new Relationships();
  relationships.addPart('styles', 'styles.xml');
  const texts = Array.from(
    prompts,
    ([prompt, name]) =>
      `<w:docPart><w:docPartPr><w:name w:val="${name}"/><w:category><w:name w:val="General"/>` +
      '<w:gallery w:val="placeholder"/></w:category><w:types><w:type w:val="bbPlcHdr"/></w:types>' +
      `<w:behaviors><w:behavior w:val="content"/></w:behaviors><w:guid w:val="${guid(prompt)}"/></w:docPartPr>` +
      `<w:docPartBody><w:p>${runPieceXml(promptPiece(prompt))}</w:p></w:docPartBody></w:docPart>`,
  );
  return [
    [
      'word/glossary/document.xml',
      `${XML_HEADER}<w:glossaryDocument ${MAIN_NAMESPACES}><w:docParts>${texts.join('')}</w:docParts></w:glossaryDocument>`,
    ],
    ['word/glossary/styles.xml', `${XML_HEADER}<w:styles ${MAIN_NAMESPACES}>${PLACEHOLDER_STYLE}</w:styles>`],
    ['word/glossary/_rels/document.xml.rels', relationships.toXml()],
  ];
}

/** The same for the same text, so that the file is the same for the same document. */
function guid(prompt: string): string {
  const digits = hash('sha256', prompt).toUpperCase();
  return `{${[0, 8, 12, 16, 20].map((at, index) => digits.slice(at, [8, 12, 16, 20, 32][index])).join('-')}}`;
}
