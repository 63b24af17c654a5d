import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { HtmlText } from './read-html.ts';

export interface LaidOutPage {
  /** Without white space, from top to bottom; texts beside one another are one line. */
  readonly lines: readonly string[];
  /** Share of the text area below the last line, from 0 to 1. */
  readonly white: number;
}

/** Margins of the pages in `document.css`, in points. */
const MARGIN = (22 / 25.4) * 72;
/** Maximum vertical distance of texts on the same line, in points. */
const SAME_LINE = 3;

/** The text between header and footer of each page. */
export async function readLayout(pdf: Uint8Array): Promise<LaidOutPage[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  const pages: LaidOutPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const [, , , height = 0] = page.view;
    const { items } = await page.getTextContent();
    const texts = items
      .filter((item) => 'str' in item)
      .filter(({ str, transform: [, , , , , y] }) => str.trim() !== '' && y > MARGIN && y < height - MARGIN);
    const lowest = Math.min(height - MARGIN, ...texts.map(({ transform }) => transform[5]));
    pages.push({ lines: linesOf(texts), white: (lowest - MARGIN) / (height - 2 * MARGIN) });
  }
  await loading.destroy();
  return pages;
}

function linesOf(texts: readonly TextItem[]): string[] {
  const lines: { y: number; texts: TextItem[] }[] = [];
  for (const text of texts.toSorted((one, other) => other.transform[5] - one.transform[5])) {
    const line = lines.at(-1);
    if (line !== undefined && line.y - text.transform[5] < SAME_LINE) line.texts.push(text);
    else lines.push({ y: text.transform[5], texts: [text] });
  }
  return lines.map(({ texts: beside }) =>
    withoutSpace(
      beside
        .sort((one, other) => one.transform[4] - other.transform[4])
        .map(({ str }) => str)
        .join(''),
    ),
  );
}

/** Largest share of a page that may stay empty, where something that is kept together moves to the next page. */
const MOST_WHITE = 0.25;
/** The same before a table of four targets, with its heading and its introduction. */
const MOST_WHITE_BEFORE_TABLE = 0.3;
/** The first lines of a page that begins with these. */
const LINES_BEFORE_TABLE = 3;
/** The same before signatures, which are kept together with two lines of the text, or with a schedule of one item. */
const MOST_WHITE_BEFORE_SIGNATURES = 0.36;
/** The same where these begin with the heading of a schedule, which goes with its only item. */
const MOST_WHITE_BEFORE_SCHEDULE = 0.42;
/** The same where names have 100 letters, before signatures of an even and of an odd number: of that, the last three are together. */
const MOST_WHITE_BEFORE_LONG = [0.42, 0.48] as const;

/**
 * What is wrong at the ends of pages: "page 3: a heading alone at the foot".
 * @param hasLongNames whether names of 100 letters make the rows of signatures higher
 */
export function pageFaults(
  pages: readonly LaidOutPage[],
  { blocks, headings }: HtmlText,
  hasLongNames: boolean,
): string[] {
  const texts = blocks.map(withoutSpace);
  const titles = new Set(headings.map(({ label = '', text }) => withoutSpace(label + text)));
  const { total, first } = signaturesOf(pages);
  const [beforeEven, beforeOdd] = MOST_WHITE_BEFORE_LONG;
  const isScheduled = /^Schedule\d/.test(pages[first]?.lines[0] ?? '');
  const beforeShort = isScheduled ? MOST_WHITE_BEFORE_SCHEDULE : MOST_WHITE_BEFORE_SIGNATURES;
  const whiteBefore = !hasLongNames ? beforeShort : total % 2 === 0 ? beforeEven : beforeOdd;
  return pages.slice(0, -1).flatMap(({ lines, white }, index) => {
    const next = pages[index + 1]?.lines ?? [];
    const isOneText = (above: number, below: number) => {
      const around = [...lines.slice(-above), ...next.slice(0, below)].join('');
      return texts.some((text) => text.includes(around));
    };
    const faults = [
      white >
        (index >= first - 1 ? whiteBefore : beginsWithTargets(next) ? MOST_WHITE_BEFORE_TABLE : MOST_WHITE) &&
        `${Math.round(white * 100)} % white`,
      titles.has(lines.at(-1) ?? '') && 'a heading alone at the foot',
      isOneText(1, 1) && !isOneText(2, 1) && 'the first line of a paragraph alone at the foot',
      isOneText(1, 1) && !isOneText(1, 2) && 'the last line of a paragraph alone on the next page',
    ];
    return faults.filter((fault) => fault !== false).map((fault) => `page ${index + 1}: ${fault}`);
  });
}

function beginsWithTargets(lines: readonly string[]): boolean {
  return lines.slice(0, LINES_BEFORE_TABLE).some((line) => /^Measure.*Target/.test(line));
}

/** Most signatures that are kept together on one page. */
const KEPT = 3;

/** "page 9: one signature alone" */
export function signatureFaults(pages: readonly LaidOutPage[]): string[] {
  const { counts, total, first } = signaturesOf(pages);
  const faults = counts.flatMap((count, index) => {
    if (count === 0 || count === total) return [];
    if (total <= KEPT) return [`page ${index + 1}: ${count} of ${total} signatures`];
    return count === 1 ? [`page ${index + 1}: one signature alone`] : [];
  });
  const rows = pages.flatMap(({ lines }) => lines.filter((line) => signaturesIn(line) > 0)).length;
  if (rows > Math.ceil(total / 2)) faults.push(`${total} signatures at ${rows} heights`);
  const isOnly = /^(?:Signatures|Approval)$/.test(pages[first]?.lines[0] ?? '');
  return isOnly ? [...faults, `page ${first + 1}: the signatures without text`] : faults;
}

/** The number of signatures on each page, and the first page that has one. */
function signaturesOf(pages: readonly LaidOutPage[]) {
  const counts = pages.map(({ lines }) => lines.reduce((sum, line) => sum + signaturesIn(line), 0));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return { counts, total, first: counts.findIndex((count) => count > 0) };
}

/** The label below the line of a signature. */
function signaturesIn(line: string): number {
  return line.match(/Signature(?=Date|Nameandtitle)/g)?.length ?? 0;
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}
