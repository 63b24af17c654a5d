import type { Run } from '../model/model.ts';
import { MAIN_NAMESPACES, XML_HEADER } from './xml.ts';

/**
 * What an emptied control shows: the rule of its blank, as no-break spaces. They are underlined within a sentence; in a
 * ruled cell the border is the rule. A file that is printed without being filled in has room for handwriting.
 */
const PLACEHOLDERS = [
  { name: 'Blank', id: '{6D1F3C1A-5C0B-4E53-9E0B-7C1C3C9B0B01}', spaces: 12, format: '' },
  {
    name: 'Ruled blank',
    id: '{6D1F3C1A-5C0B-4E53-9E0B-7C1C3C9B0B02}',
    spaces: 35,
    format: '<w:rPr><w:u w:val="single"/></w:rPr>',
  },
] as const;

/** The name of the placeholder that suits a control's content. */
export function placeholderOf(runs: readonly Run[]): string {
  return PLACEHOLDERS[runs[0]?.format.underline ? 1 : 0].name;
}

/** `word/glossary/document.xml`: the texts that Word puts into an empty control. */
export const GLOSSARY =
  `${XML_HEADER}<w:glossaryDocument ${MAIN_NAMESPACES}><w:docParts>` +
  PLACEHOLDERS.map(
    ({ name, id, spaces, format }) =>
      `<w:docPart><w:docPartPr><w:name w:val="${name}"/><w:category><w:name w:val="General"/>` +
      '<w:gallery w:val="placeholder"/></w:category><w:types><w:type w:val="bbPlcHdr"/></w:types>' +
      `<w:behaviors><w:behavior w:val="content"/></w:behaviors><w:guid w:val="${id}"/></w:docPartPr>` +
      `<w:docPartBody><w:p><w:r>${format}<w:t xml:space="preserve">${'\u00a0'.repeat(spaces)}</w:t></w:r></w:p>` +
      '</w:docPartBody></w:docPart>',
  ).join('') +
  '</w:docParts></w:glossaryDocument>';
