import { itemLabel } from '../../document/numbering.ts';
import type { Block, Paragraph } from '../model/model.ts';
import { shownText } from './controls.ts';
import type { ObjectPiece, Piece } from './pieces.ts';
import { type WrittenParagraph, writtenXml } from './written-paragraph.ts';

/** Headings of this outline level and above, from 0, are in the table of contents. */
const DEEPEST = 1;

const TITLE = 'Contents';

/** Before the rule of the part that follows. */
const SPACE_BELOW = '<w:spacing w:after="400"/>';

/** The headings of a document that its table of contents lists, each with the name of its bookmark. */
export function listedHeadings(blocks: readonly Block[]): Map<Paragraph, string> {
  const headings = blocks.filter(
    (block): block is Paragraph =>
      block.kind === 'paragraph' && (block.style.outlineLevel ?? DEEPEST + 1) <= DEEPEST,
  );
  return new Map(headings.map((heading, index) => [heading, `_Toc${index + 1}`]));
}

/**
 * A table of contents: a field with its entries as links, each with the page of its heading in the PDF as the result of a
 * field, which somebody may update. A field that is to be updated when the file is opened (`w:dirty`, `w:updateFields`)
 * makes Word ask the reader about "fields that may refer to other files".
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

function object(content: string): ObjectPiece {
  return { kind: 'object', properties: '', content, link: undefined };
}

/**
 * @param headings with the names of their bookmarks
 * @param pages of the headings, in order; none are written unless there are as many
 */
export function writeContents(
  headings: ReadonlyMap<Paragraph, string>,
  pages: readonly string[] = [],
): Contents {
  const known = pages.length === headings.size ? pages : [];
  const entries = Array.from(headings).map(([heading, bookmark], index): [Paragraph, WrittenParagraph] => {
    const level = (heading.style.outlineLevel ?? 0) + 1;
    const words = [labelOf(heading), shownText(heading.runs)].join(' ').replace(/\s+/g, ' ').trim();
    const link = { target: `w:anchor="${bookmark}"` };
    const pieces: Piece[] = [{ kind: 'text', properties: '', text: words, link }];
    const page = known[index] ?? '';
    if (page !== '') {
      const instruction = `PAGEREF ${bookmark} \\h`;
      pieces.push({ ...object('<w:tab/>'), link });
      pieces.push({ kind: 'field', properties: '', instruction, result: page, link });
    }
    const space = index === headings.size - 1 ? SPACE_BELOW : '';
    const properties = `<w:pStyle w:val="TOC${level}"/>${space}`;
    return [heading, { properties, mark: '', bookmarks: [], pieces }];
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
