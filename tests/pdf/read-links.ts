import { withPdf } from './read-fields.ts';

/** A link to a field, as a page of a preview has it. */
export interface FieldLink {
  readonly field: string;
  /** From 1. */
  readonly page: number;
  /** In points, from the page's lower left corner: left, bottom, right, top. */
  readonly rectangle: readonly [number, number, number, number];
}

const FIELD = 'field:';

/** Reads the links to fields with pdf.js, the text of each page, the number of form fields, and the size of the first page in points. */
export async function linksOf(pdf: Uint8Array) {
  return await withPdf(pdf, async (document) => {
    const links: FieldLink[] = [];
    const texts: string[] = [];
    let fields = 0;
    for (let page = 1; page <= document.numPages; page++) {
      const shown = await document.getPage(page);
      const annotations = await shown.getAnnotations();
      const { items } = await shown.getTextContent();
      texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
      fields += annotations.filter(({ subtype }) => subtype === 'Widget').length;
      for (const { subtype, unsafeUrl, rect } of annotations)
        if (subtype === 'Link' && unsafeUrl?.startsWith(FIELD))
          links.push({ field: decodeURIComponent(unsafeUrl.slice(FIELD.length)), page, rectangle: rect });
    }
    const [, , width, height] = (await document.getPage(1)).view;
    return { links, texts, fields, size: [width, height] };
  });
}
