import type { Document } from 'domhandler';
import { characterWidth } from '../../templating/html/character-width.ts';
import { addToHead, type Head } from '../../templating/html/tree.ts';

/** A margin box of CSS (css-page-3, 5.3) into which the service writes a text. */
type MarginBoxName = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-center';

/** The texts in the margins of a document's pages; a line break separates two lines. */
export type Margins = ReadonlyMap<MarginBoxName, string>;

/** The width of the header line, in points: 118 mm between the margins of A4 (templates-html/styles/document.css). */
export const LINE = 334;
/**
 * Font size of the running header, in points: a whole number of CSS pixels, as all sizes of the text. Chromium would write each
 * letter of another size at a position of its own, on every page.
 */
const HEADER_SIZE = 7.5;
/** Gap between the texts at the left and at the right, in points, also for programs that round widths differently. */
const GAP = 16;
/** The width of a line, in ems. */
const ROOM = (LINE - GAP) / HEADER_SIZE;
/** A program that has no Calibri takes a font that is wider, as DejaVu Sans; there the texts at the left and right would touch. */
const WIDER = 1.25;

/** What the style sheet of a layout leaves open. */
const STYLES: Readonly<Record<MarginBoxName, string>> = {
  'top-left': `font-size:${HEADER_SIZE}pt;white-space:pre-line`,
  'top-right': `font-size:${HEADER_SIZE}pt`,
  'bottom-left': '',
  'bottom-center': 'font:7.5pt/1.4 Calibri,sans-serif;vertical-align:top;padding-top:9.5mm',
};

/**
 * If the layout has its own footer, the company's text is above it, at the same left edge, and reaches over the page
 * number. It grows upwards, as footers do in Word; three lines, which 200 characters fill, leave 2 mm to the text of the
 * page.
 */
const COMPANY_ABOVE =
  '@page{@bottom-left{white-space:pre-line;vertical-align:bottom;padding-top:0;padding-bottom:5mm}' +
  '@bottom-right{white-space:nowrap;vertical-align:bottom;padding-top:0;padding-bottom:4.7mm;width:30mm;margin-left:-30mm}}';
const NO_HEADER_ON_FIRST = '@page :first{@top-left{content:none}@top-right{content:none}}';

/**
 * Writes the header and footer for which the layout of a document asks. Header: the title, the parties, and the
 * template's own text (a date, a version). Footer: the company's, and the title with the version of the template.
 * @param template as "supplier-agreement/1.0.0"
 * @param company the footer of the company's letterhead
 */
export function marginsOf(head: Head, template: string, company = ''): Margins {
  const { title = '', author = '', header, footer } = head;
  const margins = new Map<MarginBoxName, string>();
  const write = (box: MarginBoxName, text: string) => text === '' || margins.set(box, text);
  const shown = oneLine(title);
  if (header !== undefined) {
    const { left, right } = headerOf(
      oneLine(head['short-title'] || title),
      author.split(';').map(oneLine).filter(Boolean).join(', '),
      oneLine(header),
    );
    write('top-left', left);
    write('top-right', right);
  }
  const own = footer === undefined ? '' : `${shown} ${template.split('/').at(-1)}`.trim();
  write(own === '' ? 'bottom-center' : 'bottom-left', [oneLine(company), own].filter(Boolean).join('\n'));
  return margins;
}

/**
 * A cut name is worse than none. Names that do not fit beside the title are on a line of their own below it, and left out
 * where that is too short for all of them.
 * @param dated left out if it takes more than half of the line: Chromium sets the header anew on each page
 */
function headerOf(
  title: string,
  names: string,
  dated: string,
): { readonly left: string; readonly right: string } {
  const date = widthOf(dated) <= ROOM / 2 ? dated : '';
  const beside = [names, date].filter(Boolean).join(', ');
  if ((widthOf(title) + widthOf(beside)) * WIDER <= ROOM) return { left: title, right: beside };
  if (widthOf(beside) <= ROOM) return { left: `${title}\n${beside}`, right: '' };
  return { left: title, right: date };
}

/**
 * Adds the style of the margins with their texts, for printing: `string()` and `element()` of CSS do not work in Chromium's
 * margin boxes.
 */
export function addMarginStyle(document: Document, margins: Margins): void {
  const style = marginStyle(margins, (text) => text);
  if (style !== '') addToHead(document, 'style', style);
}

/**
 * The style of the margins for Word, "" without any: each box has a space in place of its text. It is no part of the tree, so
 * that documents of one template share a style sheet, whichever boxes they have.
 */
export function wordMarginStyle(margins: Margins): string {
  return marginStyle(margins, () => ' ');
}

function marginStyle(margins: Margins, contentOf: (text: string) => string): string {
  if (margins.size === 0) return '';
  const boxes = Array.from(
    margins,
    ([box, text]) => `@${box}{content:${cssString(contentOf(text))};${STYLES[box]}}`,
  );
  const above = margins.get('bottom-left')?.includes('\n') ? COMPANY_ABOVE : '';
  const first = margins.has('top-left') || margins.has('top-right') ? NO_HEADER_ON_FIRST : '';
  return `@page{${boxes.join('')}}${above}${first}`;
}

/** Maximum number of characters to measure; a line has space for less. */
const MAX_CHARACTERS = 400;

/** In ems. */
function widthOf(text: string): number {
  return Array.from(text.slice(0, MAX_CHARACTERS), characterWidth).reduce((sum, width) => sum + width, 0);
}

/** White space as HTML collapses it: a line break in a margin would print a line more, for which there is no room. */
function oneLine(text: string): string {
  return text.trim().replace(/[ \t\n\r]+/g, ' ');
}

/** @returns a CSS string; `<` is escaped as well, since it could end the style sheet */
export function cssString(text: string): string {
  const escaped = text.replace(
    /["\\<\p{Cc}]/gu,
    (character) => `\\${character.codePointAt(0)?.toString(16)} `,
  );
  return `"${escaped}"`;
}
