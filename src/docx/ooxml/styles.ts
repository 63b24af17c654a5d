import type { PageSetup } from '../css/page.ts';
import { escapeXml } from '../text.ts';
import { marginBoxStyles } from './margin-boxes.ts';
import type { NumberingPart } from './numbering.ts';
import { PLAIN_PIECES, paragraphProperties } from './paragraph-properties.ts';
import { languageTag, NO_RUN_PIECES, type RunPieces, runProperties } from './run-properties.ts';
import { ARABIC, CHINESE } from './scripts.ts';
import type { ParagraphStyle, StyleSet } from './style-set.ts';
import type { TableStyles } from './table-styles.ts';
import { MAIN_NAMESPACES, XML_HEADER } from './xml.ts';

/** Names of Word's own styles among those that the converter gives; any other is a style of the document. */
const BUILT_IN =
  /^(Normal|Title|Subtitle|heading [1-9]|List (Bullet|Number|Continue)( [2-5])?|Quote|HTML Preformatted|caption|header|footer)$/;

export interface StyleParts {
  readonly styles: StyleSet;
  readonly tableStyles: TableStyles;
  readonly numbering: NumberingPart;
  /** The ground that every style stands on: the text of the body. */
  readonly text: RunPieces;
  readonly hyperlink: Pick<RunPieces, 'color' | 'underline'>;
  readonly lang: string;
  readonly page: PageSetup;
}

/** `word/styles.xml` */
export function stylesXml(parts: StyleParts): string {
  const { styles, text } = parts;
  return (
    `${XML_HEADER}<w:styles ${MAIN_NAMESPACES}>` +
    `<w:docDefaults><w:rPrDefault>${defaultRunProperties(parts)}</w:rPrDefault><w:pPrDefault/></w:docDefaults>` +
    normalStyle(styles.normal, text) +
    [...styles.styles.values()]
      .filter((style) => style !== styles.normal)
      .map((style) => paragraphStyle(style, parts))
      .join('') +
    '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/><w:uiPriority w:val="1"/><w:semiHidden/><w:unhideWhenUsed/></w:style>' +
    `<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:basedOn w:val="DefaultParagraphFont"/><w:uiPriority w:val="99"/><w:unhideWhenUsed/><w:rPr>${parts.hyperlink.color}${parts.hyperlink.underline}</w:rPr></w:style>` +
    marginBoxStyles(parts.page) +
    TABLE_NORMAL +
    '<w:style w:type="numbering" w:default="1" w:styleId="NoList"><w:name w:val="No List"/><w:uiPriority w:val="99"/><w:semiHidden/><w:unhideWhenUsed/></w:style>' +
    parts.tableStyles.toXml() +
    '</w:styles>'
  );
}

const TABLE_NORMAL =
  '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:uiPriority w:val="99"/>' +
  '<w:semiHidden/><w:unhideWhenUsed/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/>' +
  '<w:left w:w="0" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="0" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>';

function defaultRunProperties({ text, lang }: StyleParts): string {
  const fonts = `${text.fonts} w:eastAsia="${CHINESE.font}" w:cs="${ARABIC.font}"`;
  const language = ` w:val="${languageTag(lang)}" w:eastAsia="${CHINESE.lang}" w:bidi="${ARABIC.lang}"`;
  return runProperties({ ...text, fonts, lang: language }, NO_RUN_PIECES);
}

function normalStyle(style: ParagraphStyle, text: RunPieces): string {
  return (
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/>' +
    paragraphProperties(style.pieces, PLAIN_PIECES) +
    runProperties(style.text, { ...text, lang: style.text.lang }) +
    '</w:style>'
  );
}

function paragraphStyle(style: ParagraphStyle, { styles, numbering }: StyleParts): string {
  const linked = style.numbering;
  // A style that counts has the indents of its list level.
  const pieces =
    linked === undefined
      ? style.pieces
      : { ...style.pieces, left: styles.normal.pieces.left, firstLine: styles.normal.pieces.firstLine };
  const custom = BUILT_IN.test(style.name) ? '' : ' w:customStyle="1"';
  return (
    `<w:style w:type="paragraph"${custom} w:styleId="${style.id}"><w:name w:val="${escapeXml(style.name)}"/>` +
    '<w:basedOn w:val="Normal"/>' +
    (style.next === undefined ? '' : `<w:next w:val="${style.next}"/>`) +
    '<w:qFormat/>' +
    paragraphProperties(pieces, styles.normal.pieces, {
      numbering: linked === undefined ? undefined : numbering.reference(linked.list, linked.level),
      outlineLevel: style.outlineLevel,
    }) +
    runProperties(style.text, styles.normal.text) +
    '</w:style>'
  );
}
