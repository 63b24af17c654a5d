import { itemLabel } from '../../document/numbering.ts';
import { escapeXml } from '../../html/xml-text.ts';
import type { PageSetup } from '../css/page.ts';
import type { Block, Paragraph } from '../model/model.ts';
import { shownText } from './controls.ts';
import { fieldXml } from './runs.ts';
import { twips } from './twips.ts';

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
 * A table of contents: a field that Word brings up to date, with its entries. Word counts the pages when it opens the
 * file, because only it knows where a page ends.
 */
export function contentsXml(headings: ReadonlyMap<Paragraph, string>, page: PageSetup): string {
  const right = twips(page.width - page.margin.Left - page.margin.Right);
  const run = (content: string) => `<w:r>${content}</w:r>`;
  const text = (shown: string) => run(`<w:t xml:space="preserve">${escapeXml(shown)}</w:t>`);
  const begin =
    run('<w:fldChar w:fldCharType="begin" w:dirty="true"/>') +
    run('<w:instrText xml:space="preserve"> TOC \\o "1-2" \\h \\z \\u </w:instrText>') +
    run('<w:fldChar w:fldCharType="separate"/>');
  const end = run('<w:fldChar w:fldCharType="end"/>');
  const entries = Array.from(headings, ([heading, bookmark], index) => {
    const level = (heading.style.outlineLevel ?? 0) + 1;
    const words = [labelOf(heading), shownText(heading.runs)].join(' ').replace(/\s+/g, ' ').trim();
    return (
      `<w:p><w:pPr><w:pStyle w:val="TOC${level}"/><w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${right}"/></w:tabs></w:pPr>` +
      `${index === 0 ? begin : ''}<w:hyperlink w:anchor="${bookmark}" w:history="1">${text(words)}${run('<w:tab/>')}` +
      `${fieldXml(`PAGEREF ${bookmark} \\h`, run, text(''))}</w:hyperlink>${index === headings.size - 1 ? end : ''}</w:p>`
    );
  });
  return `<w:p><w:pPr><w:pStyle w:val="TOCHeading"/></w:pPr>${text(TITLE)}</w:p>${entries.join('')}`;
}

/** The number that Word prints before a heading: "7." */
function labelOf({ number }: Paragraph): string {
  const scheme = number?.list.definition.scheme;
  return number === undefined || scheme === undefined ? '' : itemLabel(scheme, number.counts);
}
