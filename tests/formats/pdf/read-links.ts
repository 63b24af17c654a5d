import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { withPdf } from './read-fields.ts';

/** A link to a field, as a page of a preview has it. */
export interface FieldLink {
  readonly field: string;
  /** From 1. */
  readonly page: number;
  /** In points, from the page's lower left corner: left, bottom, right, top. */
  readonly rectangle: readonly [number, number, number, number];
  /** What is printed there, to the letter as far as the letters of a run are equally wide. */
  readonly text: string;
}

const FIELD = 'field:';

/**
 * Reads the links to fields with pdf.js, the text of each page, other links and actions, the number of form fields, and the
 * size of the first page in points.
 */
export async function linksOf(pdf: Uint8Array) {
  return await withPdf(pdf, async (document) => {
    const links: FieldLink[] = [];
    const texts: string[] = [];
    const actions: string[] = [];
    let fields = 0;
    for (let page = 1; page <= document.numPages; page++) {
      const shown = await document.getPage(page);
      const annotations = await shown.getAnnotations();
      const items = (await shown.getTextContent()).items.filter((item) => 'str' in item);
      texts.push(items.map(({ str }) => str).join(' '));
      fields += annotations.filter(({ subtype }) => subtype === 'Widget').length;
      for (const { subtype, unsafeUrl, rect, action } of annotations) {
        if (subtype !== 'Link') continue;
        if (unsafeUrl?.startsWith(FIELD))
          links.push({
            field: decodeURIComponent(unsafeUrl.slice(FIELD.length)),
            page,
            rectangle: rect,
            text: items.map((item) => textWithin(item, rect)).join(''),
          });
        else if (unsafeUrl || action) actions.push(unsafeUrl ?? action);
      }
    }
    const [, , width, height] = (await document.getPage(1)).view;
    return { links, texts, actions, fields, size: [width, height] };
  });
}

/** The letters of a run whose middles are in a rectangle. */
function textWithin(
  { str, transform, width }: TextItem,
  [left, bottom, right, top]: FieldLink['rectangle'],
): string {
  const [, , , , x, y] = transform as [number, number, number, number, number, number];
  if (y < bottom || y > top || str === '') return '';
  const letter = width / str.length;
  return Array.from(str)
    .filter((_, index) => {
      const middle = x + (index + 0.5) * letter;
      return middle > left && middle < right;
    })
    .join('');
}
