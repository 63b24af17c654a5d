import type { ComputedStyle } from '../css/computed-style.ts';
import type { MarginBox, MarginBoxes, PageSetup } from '../css/page.ts';
import { bordersOf, paddingOf } from '../model/block-format.ts';
import { lineUnits } from '../model/line-height.ts';
import { PLAIN, runFormat } from '../model/run-format.ts';
import { borderElement } from './paragraph-properties.ts';
import type { Piece } from './pieces.ts';
import { type RunPieces, runPieces, runProperties } from './run-properties.ts';
import { textPieces } from './runs.ts';
import { twips } from './twips.ts';
import type { WrittenParagraph } from './written-paragraph.ts';
import { DOCUMENT_NAMESPACES, XML_HEADER } from './xml.ts';

export type Edge = 'top' | 'bottom';

/** The boxes along one edge of the page, from left to right. */
function boxesAlong(boxes: MarginBoxes, edge: Edge): (MarginBox | undefined)[] {
  return ['left', 'center', 'right'].map((place) => boxes.get(`${edge}-${place}`));
}

/**
 * The line of a header or footer: left, middle and right texts, separated by tabs.
 * @param base format of the document's text
 * @param mark what a header begins with: the watermark
 */
export function marginLine(
  boxes: MarginBoxes,
  edge: Edge,
  page: PageSetup,
  base: RunPieces,
  lang: string,
  mark: readonly Piece[],
): WrittenParagraph {
  const along = boxesAlong(boxes, edge);
  const last = along.findLastIndex((box) => box !== undefined);
  const width = textWidth(page);
  // A text on the left that reaches beyond the middle would take the tab stop there for the one at the right edge.
  const skipsMiddle = last === 2 && along[1] === undefined;
  const pieces = (skipsMiddle ? [along[0], along[2]] : along.slice(0, last + 1)).flatMap((box, index) => [
    ...(index === 0 ? [] : [TAB]),
    ...(box === undefined ? [] : boxPieces(box, base, lang)),
  ]);
  const properties =
    `<w:pStyle w:val="${edge === 'top' ? 'Header' : 'Footer'}"/>` +
    borderXml(along, edge, page) +
    (skipsMiddle ? `<w:tabs><w:tab w:val="clear" w:pos="${twips(width / 2)}"/></w:tabs>` : '') +
    indentXml(along, width);
  return { properties, mark: '', bookmarks: [], pieces: edge === 'top' ? [...mark, ...pieces] : pieces };
}

/** A header or footer part. @param line a `w:p` */
export function marginPart(edge: Edge, line: string): string {
  const root = edge === 'top' ? 'hdr' : 'ftr';
  return `${XML_HEADER}<w:${root} ${DOCUMENT_NAMESPACES}>${line}</w:${root}>`;
}

const TAB: Piece = { kind: 'object', properties: '', content: '<w:tab/>', link: undefined };

function boxPieces({ content, style }: MarginBox, base: RunPieces, lang: string): Piece[] {
  const pieces = runPieces(runFormat(style, PLAIN));
  const properties = runProperties(pieces, base);
  return content.flatMap((part): Piece[] => {
    if (part.kind === 'field')
      return [{ kind: 'field', properties, instruction: part.field, result: '1', link: undefined }];
    return part.text
      .split('\n')
      .flatMap((line, index): Piece[] => [
        ...(index === 0
          ? []
          : [{ kind: 'object', properties, content: '<w:br/>', link: undefined } as const]),
        ...textPieces(line, lang, style.direction === 'rtl', (script) => runProperties(pieces, base, script)),
      ]);
  });
}

/** Indents for the padding of the outer boxes. */
function indentXml([first, , last]: readonly (MarginBox | undefined)[], width: number): string {
  const left = first === undefined ? 0 : paddingOf(first.style, 'Left', width);
  const right = last === undefined ? 0 : paddingOf(last.style, 'Right', width);
  return left === 0 && right === 0 ? '' : `<w:ind w:left="${twips(left)}" w:right="${twips(right)}"/>`;
}

/** A rule between the margin box and the text: the box's border on that side. */
function borderXml(along: readonly (MarginBox | undefined)[], edge: Edge, page: PageSetup): string {
  const side = edge === 'top' ? 'bottom' : 'top';
  for (const box of along) {
    const border = box === undefined ? undefined : bordersOf(box.style, page.width)[side];
    if (border !== undefined) return `<w:pBdr>${borderElement(side, border)}</w:pBdr>`;
  }
  return '';
}

/** Distance of a box's lines from the edge of the paper, in points. */
export function edgeDistance(boxes: MarginBoxes, edge: Edge, margin: number): number {
  const box = boxesAlong(boxes, edge).find((each) => each !== undefined);
  if (box === undefined) return margin / 2;
  const lines = 1 + box.content.filter((part) => part.kind === 'text' && part.text.includes('\n')).length;
  const spare = Math.max(0, margin - lines * lineOf(box.style));
  const above = paddingOf(box.style, 'Top', margin);
  const below = paddingOf(box.style, 'Bottom', margin);
  const towards = box.style.verticalAlign;
  // By default the text is centred vertically in its box, which is as high as the margin.
  const fromTop =
    towards === 'top' ? above : towards === 'bottom' ? spare - below : (spare + above - below) / 2;
  return Math.max(0, edge === 'top' ? fromTop : spare - fromTop);
}

function lineOf(style: ComputedStyle): number {
  return (style.fontSize * 1.22 * lineUnits(style)) / 240;
}

/** The styles "header" and "footer": a single line with tab stops in the middle and at the right edge of the text. */
export function marginBoxStyles(page: PageSetup): string {
  const width = textWidth(page);
  const properties =
    `<w:tabs><w:tab w:val="center" w:pos="${twips(width / 2)}"/><w:tab w:val="right" w:pos="${twips(width)}"/></w:tabs>` +
    '<w:spacing w:before="0" w:after="0" w:line="240" w:lineRule="auto"/>' +
    '<w:ind w:left="0" w:right="0" w:firstLine="0"/><w:jc w:val="left"/>';
  return ['Header', 'Footer']
    .map(
      (id) =>
        `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id.toLowerCase()}"/>` +
        `<w:basedOn w:val="Normal"/><w:uiPriority w:val="99"/><w:unhideWhenUsed/><w:pPr>${properties}</w:pPr></w:style>`,
    )
    .join('');
}

function textWidth({ width, margin }: PageSetup): number {
  return width - margin.Left - margin.Right;
}
