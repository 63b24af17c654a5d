import type { PDFPageProxy } from 'pdfjs-dist';

/** What stays beside the text, of the width of a page. */
const BESIDE = 0.03;

/** How much of the width is blank at the left and at the right of all pages. */
export async function marginsOf(pages: readonly PDFPageProxy[]): Promise<Record<'left' | 'right', number>> {
  const ends = pages.map(async (page) => {
    const { width } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    return items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [, , , , x] = item.transform as number[];
      return [(x ?? 0) / width, ((x ?? 0) + item.width) / width];
    });
  });
  const all = (await Promise.all(ends)).flat();
  const left = Math.min(...all, 0.5) - BESIDE;
  const right = 1 - Math.max(...all, 0.5) - BESIDE;
  return { left: Math.max(left, 0), right: Math.max(right, 0) };
}
