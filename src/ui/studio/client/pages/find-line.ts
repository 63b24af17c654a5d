import type { PDFPageProxy } from 'pdfjs-dist';

/** A line of a page, in parts of the page's height. */
export interface Line {
  readonly top: number;
  readonly height: number;
}

/** Of the beginning of a text, in characters without spaces: enough to be found once, first, and enough to be found at all. */
const LENGTHS = [60, 24];

/**
 * The page and the line at which one of some texts begins, or else a clause.
 * @param clause its number (`12.3`), or a heading
 */
export async function findLine(
  pages: readonly PDFPageProxy[],
  texts: readonly string[],
  clause: string,
): Promise<{ readonly page: number; readonly line: Line } | undefined> {
  const read = await Promise.all(pages.map(readPage));
  for (const length of LENGTHS)
    for (const text of texts.map(bare)) {
      const wanted = text.slice(0, length);
      if (wanted.length < Math.min(length, LENGTHS.at(-1) ?? 0)) continue;
      for (const [page, { words, lineAt }] of read.entries()) {
        const at = words.indexOf(wanted);
        if (at >= 0) return { page, line: lineAt(at) };
      }
    }
  const label = bare(clause);
  if (label === '') return undefined;
  // The last one: before the clause itself, a table of contents and references may name it.
  const found = read
    .flatMap(({ items }, page) => items.map(({ text, line }) => ({ page, text, line })))
    .findLast(({ text }) => text === label || text === `${label}.`);
  return found && { page: found.page, line: found.line };
}

interface Item {
  readonly text: string;
  readonly line: Line;
}

async function readPage(page: PDFPageProxy) {
  const { height } = page.getViewport({ scale: 1 });
  const { items: all } = await page.getTextContent();
  const items = all.flatMap((item): Item[] => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const baseline: number = item.transform[5];
    return [
      {
        text: bare(item.str),
        line: { top: (height - baseline - item.height) / height, height: (item.height * 1.25) / height },
      },
    ];
  });
  const starts: number[] = [];
  let words = '';
  for (const { text } of items) {
    starts.push(words.length);
    words += text;
  }
  const lineAt = (at: number) => (items[starts.findLastIndex((start) => start <= at)] as Item).line;
  return { items, words, lineAt };
}

/** Without what differs between programs: spaces, and the kinds of marks. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s\u00ad\u200b]+/g, '')
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[‐-―]/g, '-');
}
