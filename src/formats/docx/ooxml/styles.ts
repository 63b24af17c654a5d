import { remembered } from '../../../lib/remembered.ts';
import { styleNamed } from '../model/style-names.ts';
import { contentsStyles, PLACEHOLDER_STYLE } from './built-in-styles.ts';
import { marginBoxStyles } from './margin-boxes.ts';
import { numberingReference } from './numbering.ts';
import { PLAIN_PIECES, paragraphProperties } from './paragraph-properties.ts';
import { languageTag, NO_RUN_PIECES, runProperties } from './run-properties.ts';
import { ARABIC, CHINESE } from './scripts.ts';
import { styleId } from './style-id.ts';
import type { ParagraphStyle, StyleSet } from './style-set.ts';
import { TABLE_STYLE } from './tables.ts';
import { twips } from './twips.ts';
import { MAIN_NAMESPACES, XML_HEADER } from './xml.ts';

/** Word's built-in names; any other name is a custom style. */
const BUILT_IN =
  /^(Normal|Title|Subtitle|heading [1-9]|List (Bullet|Number|Continue)( [2-5])?|Quote|HTML Preformatted|caption)$/;

const parts = new WeakMap<StyleSet, Uint8Array>();

/** `word/styles.xml`: for one style set always the same object, which is compressed only once. */
export function stylesPart(styles: StyleSet): Uint8Array {
  return remembered(parts, styles, () => Buffer.from(stylesXml(styles)));
}

function stylesXml(styles: StyleSet): string {
  const { normal, hyperlink, lang, page } = styles;
  const others = [...styles.all].filter((style) => style !== normal);
  return (
    `${XML_HEADER}<w:styles ${MAIN_NAMESPACES}>` +
    `<w:docDefaults><w:rPrDefault>${defaultRunProperties(normal, lang)}</w:rPrDefault><w:pPrDefault/></w:docDefaults>` +
    '<w:latentStyles w:defLockedState="0" w:defUIPriority="99" w:defSemiHidden="1" w:defUnhideWhenUsed="1" w:defQFormat="0" w:count="376"/>' +
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/>' +
    `${inGallery('Normal')}${paragraphProperties(normal.pieces, PLAIN_PIECES)}</w:style>` +
    others.map((style) => paragraphStyle(style, styles)).join('') +
    '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/><w:uiPriority w:val="1"/><w:semiHidden/><w:unhideWhenUsed/></w:style>' +
    `<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:basedOn w:val="DefaultParagraphFont"/><w:uiPriority w:val="99"/><w:unhideWhenUsed/><w:rPr>${hyperlink.color}${hyperlink.underline}</w:rPr></w:style>` +
    PLACEHOLDER_STYLE +
    contentsStyles(
      Number(/-?\d+/.exec(styles.of(styleNamed('heading 1')).pieces.left ?? '')?.[0] ?? 0),
      twips(page.width - page.margin.Left - page.margin.Right),
    ) +
    marginBoxStyles(page) +
    TABLE_NORMAL +
    '<w:style w:type="numbering" w:default="1" w:styleId="NoList"><w:name w:val="No List"/><w:uiPriority w:val="99"/><w:semiHidden/><w:unhideWhenUsed/></w:style>' +
    `<w:style w:type="table" w:customStyle="1" w:styleId="${TABLE_STYLE}"><w:name w:val="Document Table"/><w:basedOn w:val="TableNormal"/>` +
    `<w:tblPr><w:tblCellMar>${styles.cellMargins}</w:tblCellMar></w:tblPr></w:style></w:styles>`
  );
}

const TABLE_NORMAL =
  '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:uiPriority w:val="99"/>' +
  '<w:semiHidden/><w:unhideWhenUsed/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/>' +
  '<w:left w:w="0" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="0" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>';

/** The styles that people write with, in the order of Word's gallery. The others appear when they are used. */
const GALLERY: readonly string[] = [
  ...['Body', 'Title', 'Subtitle', 'heading 1', 'heading 2', 'heading 3'],
  ...['Clause Level 2', 'Clause Level 3', 'Clause Level 4', 'Definition'],
  ...['Schedule Heading', 'Schedule Level 2', 'Schedule Level 3'],
  ...['List Bullet', 'List Number', 'Table Heading', 'Table Text', 'Normal'],
];

function inGallery(name: string): string {
  const place = GALLERY.indexOf(name) + 1;
  return place === 0
    ? '<w:uiPriority w:val="99"/><w:semiHidden/><w:unhideWhenUsed/>'
    : `<w:uiPriority w:val="${place}"/><w:qFormat/>`;
}

/** Pairs of letters are kerned in every size (in half-points), as in the PDF; otherwise Word would not kern. */
const KERNING = '<w:kern w:val="2"/>';

function defaultRunProperties({ text }: ParagraphStyle, lang: string): string {
  const fonts = `${text.fonts} w:eastAsia="${CHINESE.font}" w:cs="${ARABIC.font}"`;
  const language = ` w:val="${languageTag(lang)}" w:eastAsia="${CHINESE.lang}" w:bidi="${ARABIC.lang}"`;
  const spacing = text.spacing + KERNING;
  return runProperties({ ...text, fonts, spacing, lang: language }, NO_RUN_PIECES);
}

function paragraphStyle(style: ParagraphStyle, styles: StyleSet): string {
  const { normal } = styles;
  const { number } = style;
  const base = style.basedOn === undefined ? normal : styles.of(styleNamed(style.basedOn));
  // A numbered style has the indents of its list level, and a style based on it has its number.
  const { left, firstLine } = base.pieces;
  const pieces = number === undefined ? style.pieces : { ...style.pieces, left, firstLine };
  const custom = BUILT_IN.test(style.name) ? '' : ' w:customStyle="1"';
  const next = style.next === undefined ? '' : `<w:next w:val="${styleId(style.next)}"/>`;
  return (
    `<w:style w:type="paragraph"${custom} w:styleId="${style.id}"><w:name w:val="${style.name}"/>` +
    `<w:basedOn w:val="${base.id}"/>${next}${inGallery(style.name)}` +
    paragraphProperties(pieces, base.pieces, {
      numbering: number && base === normal ? numberingReference(number.list, number.level) : undefined,
      outlineLevel: style.outlineLevel,
    }) +
    runProperties(style.text, base.text) +
    '</w:style>'
  );
}
