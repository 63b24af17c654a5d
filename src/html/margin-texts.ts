import { type Document, type Element, isTag } from 'domhandler';
import { addToHead, headOf } from './head.ts';
import { cssString } from './letterhead.ts';

/**
 * The names of the `<meta>` elements by which a layout asks for a header and footer → the margin box that prints them.
 */
export const MARGIN_BOXES = { header: 'top-right', footer: 'bottom-left' } as const;

/** Characters that fit in one line of the margin: the title and the text at the other end together. */
const LINE = 76;
const LEAST_NAMES = 12;
const MOST_NAMES = 3;

/**
 * Fills in the header and footer of a document whose layout asks for them. Header: the parties, shortened, and the
 * template's own text (a date, a version). Footer: the template.
 * @param template as "supplier-agreement/1.0.0.njk"
 */
export function fillMarginTexts(document: Document, template: string): void {
  const metas = metasOf(document);
  const { header, footer } = Object.fromEntries(metas.map((meta) => [meta.attribs.name, meta]));
  const author = metas.find(({ attribs }) => attribs.name === 'author')?.attribs.content ?? '';
  if (header !== undefined) {
    const dated = header.attribs.content?.trim() ?? '';
    const room = LINE - titleOf(document).length - dated.length;
    header.attribs.content = [shortNames(author, Math.max(LEAST_NAMES, room)), dated]
      .filter(Boolean)
      .join(', ');
  }
  if (footer !== undefined) footer.attribs.content = template.replace(/\.njk$/, '').replace('/', ' ');
}

/**
 * Adds the style that prints them. The texts are written into the style, since `string()` and `element()` of CSS do not
 * work in Chromium's margin boxes.
 */
export function addMarginStyle(document: Document): void {
  const boxes = metasOf(document).flatMap(({ attribs: { name, content } }) => {
    if (!content || (name !== 'header' && name !== 'footer')) return [];
    return [`@${MARGIN_BOXES[name]}{content:${cssString(content)}}`];
  });
  if (boxes.length > 0)
    addToHead(document, 'style', `@page{${boxes.join('')}}@page:first{@top-right{content:none}}`);
}

/** "Acme Limited; Ada Obi" → "Acme Limited, Ada Obi", each name cut to its share of the line. */
function shortNames(author: string, room: number): string {
  const names = author
    .split(';')
    .map((name) => name.trim())
    .filter(Boolean);
  const shown = names.slice(0, MOST_NAMES);
  const isLong = shown.join(', ').length > room;
  const share = Math.floor(room / Math.max(1, shown.length)) - 2;
  const short = shown.map((name) => (isLong ? cut(name, share) : name)).join(', ');
  return names.length > shown.length ? `${short} and ${names.length - shown.length} more` : short;
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

function cut(name: string, room: number): string {
  if (name.length <= room) return name;
  const kept = [...GRAPHEMES.segment(name.slice(0, 4 * room))].slice(0, room - 1);
  return `${kept
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
}

function titleOf(document: Document): string {
  const title = headOf(document)?.children.find((child) => isTag(child) && child.name === 'title');
  return title !== undefined && isTag(title)
    ? title.children.map((text) => ('data' in text ? text.data : '')).join('')
    : '';
}

function metasOf(document: Document): Element[] {
  return (
    headOf(document)
      ?.children.filter((child) => isTag(child) && child.name === 'meta')
      .filter(isTag) ?? []
  );
}
