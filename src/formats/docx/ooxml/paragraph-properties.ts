import type { Border, Borders, ParagraphFormat } from '../model/model.ts';
import { twips } from './twips.ts';
import { element, shade, toggle } from './xml.ts';

/** A paragraph format as children and attributes of `w:pPr`, each explicit, like RunPieces for runs. */
export type ParagraphPieces = Readonly<ReturnType<typeof paragraphPieces>>;

/** In the order of the schema. */
export const SIDES = ['top', 'left', 'bottom', 'right'] as const;

/** Of most paragraphs: the same string, which is compared at once. */
const NO_BORDERS = `<w:pBdr>${SIDES.map((side) => borderElement(side, undefined)).join('')}</w:pBdr>`;

export function paragraphPieces(format: ParagraphFormat) {
  const first = twips(format.firstLine);
  return {
    keepNext: toggle('keepNext', format.keepNext),
    keepLines: toggle('keepLines', format.keepLines),
    widowControl: toggle('widowControl', format.widowControl),
    borders: paragraphBorders(format.borders),
    shading: shade(format.shading),
    bidi: toggle('bidi', format.rightToLeft),
    before: ` w:before="${Math.max(0, twips(format.before))}"`,
    after: ` w:after="${Math.max(0, twips(format.after))}"`,
    // Word takes 0 for "automatic".
    line:
      format.line === 'none'
        ? ' w:line="1" w:lineRule="exact"'
        : ` w:line="${format.line}" w:lineRule="auto"`,
    left: ` w:left="${twips(format.indentLeft)}"`,
    right: ` w:right="${twips(format.indentRight)}"`,
    firstLine: first < 0 ? ` w:hanging="${-first}"` : ` w:firstLine="${first}"`,
    align: `<w:jc w:val="${format.align}"/>`,
  };
}

/** Word's defaults. */
export const PLAIN_PIECES: ParagraphPieces = paragraphPieces({
  align: 'left',
  indentLeft: 0,
  indentRight: 0,
  firstLine: 0,
  before: 0,
  after: 0,
  line: 240,
  keepNext: false,
  keepLines: false,
  pageBreakBefore: false,
  widowControl: true,
  rightToLeft: false,
  borders: {},
  shading: 'none',
});

/** Children of `w:pPr` that come from no style, at their positions in schema order. */
interface ParagraphExtras {
  readonly style?: string | undefined;
  readonly pageBreakBefore?: boolean | undefined;
  readonly numbering?: string | undefined;
  readonly outlineLevel?: number | undefined;
}

/** The `w:pPr` that turns `base` into `pieces`; "" when they are equal. */
export function paragraphProperties(
  pieces: ParagraphPieces,
  base: ParagraphPieces,
  extras?: ParagraphExtras,
): string {
  return element('w:pPr', differingProperties(pieces, base, extras));
}

/** By the properties themselves: an access by a variable name takes five times as long, for each paragraph. */
function differing(own: string, base: string): string {
  return own === base ? '' : own;
}

/** The children of that `w:pPr`. */
export function differingProperties(
  pieces: ParagraphPieces,
  base: ParagraphPieces,
  extras: ParagraphExtras = {},
): string {
  const spacing =
    differing(pieces.before, base.before) +
    differing(pieces.after, base.after) +
    differing(pieces.line, base.line);
  const indent =
    differing(pieces.left, base.left) +
    differing(pieces.right, base.right) +
    differing(pieces.firstLine, base.firstLine);
  return (
    (extras.style === undefined ? '' : `<w:pStyle w:val="${extras.style}"/>`) +
    differing(pieces.keepNext, base.keepNext) +
    differing(pieces.keepLines, base.keepLines) +
    (extras.pageBreakBefore ? '<w:pageBreakBefore/>' : '') +
    differing(pieces.widowControl, base.widowControl) +
    (extras.numbering ?? '') +
    differing(pieces.borders, base.borders) +
    differing(pieces.shading, base.shading) +
    differing(pieces.bidi, base.bidi) +
    (spacing === '' ? '' : `<w:spacing${spacing}/>`) +
    (indent === '' ? '' : `<w:ind${indent}/>`) +
    differing(pieces.align, base.align) +
    (extras.outlineLevel === undefined ? '' : `<w:outlineLvl w:val="${extras.outlineLevel}"/>`)
  );
}

function paragraphBorders(borders: Borders): string {
  if (!(borders.top || borders.left || borders.bottom || borders.right)) return NO_BORDERS;
  const lines = SIDES.map((side) => borderElement(side, borders[side])).join('');
  return `<w:pBdr>${lines}</w:pBdr>`;
}

const LINE_STYLES: ReadonlyMap<string, string> = new Map([
  ['dashed', 'dashed'],
  ['dotted', 'dotted'],
  ['double', 'double'],
]);

/** Word's maximum distance between a border and the text, in points. */
const MAX_SPACE = 31;

/** One side of `w:pBdr`, `w:tcBorders` or `w:tblBorders`; widths are eighths of a point. */
export function borderElement(side: string, border: Border | undefined): string {
  if (border === undefined) return `<w:${side} w:val="nil"/>`;
  const width = Math.max(2, Math.min(96, Math.round(border.width * 8)));
  const space = Math.max(0, Math.min(MAX_SPACE, Math.round(border.space)));
  return `<w:${side} w:val="${LINE_STYLES.get(border.style) ?? 'single'}" w:sz="${width}" w:space="${space}" w:color="${border.color}"/>`;
}
