import { itemLabel } from '../../document/numbering.ts';
import type { Block, Paragraph } from '../model/model.ts';
import { shownText } from './controls.ts';
import type { Piece } from './pieces.ts';
import { type WrittenParagraph, writtenXml } from './written-paragraph.ts';

/** Headings of this outline level and above, from 0, are in the table of contents. */
const DEEPEST = 1;

const TITLE = 'Contents';

/** The headings of a document that its table of contents lists, each with the name of its bookmark. */
export function listedHeadings(blocks: readonly Block[]): Map<Paragraph, string> {
  const headings = blocks.filter(
    (block): block is Paragraph =>
      block.kind === 'paragraph' && (block.style.outlineLevel ?? DEEPEST + 1) <= DEEPEST,
  );
  return new Map(headings.map((heading, index) => [heading, `_Toc${index + 1}`]));
}

/**
 * A table of contents: a field with its entries as links. Only Word knows where a page ends, so the entries have no pages
 * until somebody updates the field. A field that is to be updated when the file is opened (`w:dirty`, `w:updateFields`) makes
 * Word ask the reader about "fields that may refer to other files".
 */
export interface Contents {
  readonly title: WrittenParagraph;
  readonly entries: ReadonlyMap<Paragraph, WrittenParagraph>;
}

/** What the first entry begins with, and the last one ends with: the field. */
export const FIELD_BEGIN: readonly Piece[] = [
  '<w:fldChar w:fldCharType="begin"/>',
  '<w:instrText xml:space="preserve"> TOC \\o "1-2" \\h \\z \\u </w:instrText>',
  '<w:fldChar w:fldCharType="separate"/>',
].map((content) => object(content));
export const FIELD_END: readonly Piece[] = [object('<w:fldChar w:fldCharType="end"/>')];

function object(content: string): Piece {
  return { kind: 'object', properties: '', content, link: undefined };
}

/** @param headings with the names of their bookmarks */
export function writeContents(headings: ReadonlyMap<Paragraph, string>): Contents {
  const entries = Array.from(headings, ([heading, bookmark]): [Paragraph, WrittenParagraph] => {
    const level = (heading.style.outlineLevel ?? 0) + 1;
    const words = [labelOf(heading), shownText(heading.runs)].join(' ').replace(/\s+/g, ' ').trim();
    const link = { target: `w:anchor="${bookmark}"` };
    const pieces: Piece[] = [{ kind: 'text', properties: '', text: words, link }];
    return [heading, { properties: `<w:pStyle w:val="TOC${level}"/>`, mark: '', bookmarks: [], pieces }];
  });
  const words: Piece = { kind: 'text', properties: '', text: TITLE, link: undefined };
  return {
    title: { properties: '<w:pStyle w:val="TOCHeading"/>', mark: '', bookmarks: [], pieces: [words] },
    entries: new Map(entries),
  };
}

/** @param nextBookmark as `writtenXml` takes it */
export function contentsXml({ title, entries }: Contents, nextBookmark: () => number): string {
  const last = entries.size - 1;
  const lines = [...entries.values()].map(({ pieces, ...entry }, index) => {
    const whole = [...(index === 0 ? FIELD_BEGIN : []), ...pieces, ...(index === last ? FIELD_END : [])];
    return writtenXml({ ...entry, pieces: whole }, nextBookmark);
  });
  return writtenXml(title, nextBookmark) + lines.join('');
}

/** The number that Word prints before a heading: "7." */
function labelOf({ number }: Paragraph): string {
  const scheme = number?.list.definition.scheme;
  return number === undefined || scheme === undefined ? '' : itemLabel(scheme, number.counts);
}
