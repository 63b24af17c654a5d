import { styleId } from './style-id.ts';
import { twips } from './twips.ts';

/** Word's built-in style for what an empty control shows: grey, and small, so that it takes the room of a rule. */
export const PLACEHOLDER_TEXT = 'PlaceholderText';
export const PLACEHOLDER_STYLE =
  `<w:style w:type="character" w:styleId="${PLACEHOLDER_TEXT}"><w:name w:val="Placeholder Text"/><w:uiPriority w:val="99"/>` +
  '<w:semiHidden/><w:rPr><w:color w:val="666666"/><w:sz w:val="16"/><w:szCs w:val="16"/></w:rPr></w:style>';

/**
 * Word's built-in styles of a table of contents. Its title looks like a heading, and is in no table of contents.
 * @param left left indent of a heading, in twips
 * @param right where the page numbers end, in twips from the margin
 */
export const contentsStyles = (left: number, right: number) =>
  `<w:style w:type="paragraph" w:styleId="TOCHeading"><w:name w:val="TOC Heading"/><w:basedOn w:val="Heading1"/><w:next w:val="${styleId('Body')}"/>` +
  '<w:uiPriority w:val="39"/><w:semiHidden/><w:unhideWhenUsed/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>' +
  [left, left + twips(12)]
    .map(
      (indent, index) =>
        `<w:style w:type="paragraph" w:styleId="TOC${index + 1}"><w:name w:val="toc ${index + 1}"/><w:basedOn w:val="Normal"/>` +
        `<w:uiPriority w:val="39"/><w:semiHidden/><w:unhideWhenUsed/><w:pPr><w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${right}"/></w:tabs><w:ind w:left="${indent}"/></w:pPr></w:style>`,
    )
    .join('');
