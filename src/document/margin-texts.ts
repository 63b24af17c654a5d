import type { Document } from 'domhandler';
import { characterWidth } from '../html/character-width.ts';
import { addToHead, inHead, textOf } from '../html/tree.ts';
import { cssString, oneLine } from './letterhead.ts';

/**
 * The names of the `<meta>` elements by which a layout asks for a header and footer → the margin box that prints them.
 */
export const MARGIN_BOXES = { header: 'top-right', footer: 'bottom-left' } as const;

/** The width of the header line (118 mm on A4) and the font sizes in templates-html/styles/document.css, in points. */
const LINE = 334;
const TITLE_SIZE = 9;
const HEADER_SIZE = 8;
/** Gap between title and names, in points, which also allows for programs that round widths differently. */
const GAP = 16;
/** Minimum width of the names, in ems. */
const MIN_NAMES_WIDTH = 8;
const MAX_NAMES = 3;
/** Maximum width of the template's own text, in ems. Chromium sets the header anew on each page. */
const MAX_DATED_WIDTH = (LINE - GAP) / HEADER_SIZE / 2;

/**
 * Fills in the header and footer of a document whose layout asks for them. Header: the parties, shortened, and the
 * template's own text (a date, a version). Footer: the template.
 * @param template as "supplier-agreement/1.0.0.njk"
 */
export function fillMarginTexts(document: Document, template: string): void {
  const metas = inHead(document, 'meta');
  const { header, footer } = Object.fromEntries(metas.map((meta) => [meta.attribs.name, meta]));
  const author = metas.find(({ attribs }) => attribs.name === 'author')?.attribs.content ?? '';
  if (header !== undefined) {
    const dated = cut(oneLine(header.attribs.content ?? ''), MAX_DATED_WIDTH);
    const [title] = inHead(document, 'title').map(textOf);
    const titleWidth = (widthOf(title ?? '') * TITLE_SIZE) / HEADER_SIZE;
    const room = (LINE - GAP) / HEADER_SIZE - titleWidth - widthOf(dated);
    header.attribs.content = [shortNames(author, Math.max(MIN_NAMES_WIDTH, room)), dated]
      .filter(Boolean)
      .join(', ');
  }
  if (footer !== undefined) footer.attribs.content = template.replace(/\.njk$/, '').replace('/', ' ');
}

/**
 * Adds the style that prints header and footer. It contains the texts, because `string()` and `element()` of CSS do not
 * work in Chromium's margin boxes.
 */
export function addMarginStyle(document: Document): void {
  const boxes = inHead(document, 'meta').flatMap(({ attribs: { name, content } }) => {
    if (!content || (name !== 'header' && name !== 'footer')) return [];
    return [`@${MARGIN_BOXES[name]}{content:${cssString(content)}}`];
  });
  if (boxes.length > 0)
    addToHead(document, 'style', `@page{${boxes.join('')}}@page:first{@top-right{content:none}}`);
}

/**
 * "Acme Limited; Ada Obi" → "Acme Limited, Ada Obi". Names that are longer than their share of the room are cut.
 * @param room in ems
 */
function shortNames(author: string, room: number): string {
  const names = author.split(';').map(oneLine).filter(Boolean);
  const shown = names.slice(0, MAX_NAMES);
  const rest = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  const left = room - widthOf(shown.map(() => ', ').join('') + rest);
  const even = left / shown.length;
  const short = shown.filter((name) => widthOf(name) <= even);
  const share = (left - widthOf(short.join(''))) / (shown.length - short.length);
  return shown.map((name) => (short.includes(name) ? name : cut(name, share))).join(', ') + rest;
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ELLIPSIS = '…';

/** Maximum number of characters to measure; a line has space for less. */
const MAX_CHARACTERS = 400;

function cut(name: string, room: number): string {
  if (widthOf(name) <= room) return name;
  let kept = '';
  for (const { segment } of GRAPHEMES.segment(name.slice(0, MAX_CHARACTERS))) {
    if (widthOf(kept + segment + ELLIPSIS) > room) break;
    kept += segment;
  }
  return kept.trimEnd() + ELLIPSIS;
}

/** In ems. */
function widthOf(text: string): number {
  return Array.from(text.slice(0, MAX_CHARACTERS), characterWidth).reduce((sum, width) => sum + width, 0);
}
