import { PdfFile } from './accessibility/pdf-file.ts';

/**
 * The pages of headings, to which the table of contents links.
 * @param pdf as Chromium wrote it
 * @param ids of the headings
 * @returns the page number of each, from 1; "" where the file does not tell
 */
export function headingPages(pdf: Buffer, ids: readonly string[]): string[] {
  const file = new PdfFile(pdf);
  const root = file.dict(file.root);
  if (root.get('Dests') === undefined) return ids.map(() => '');
  const places = file.dict(root.reference('Dests'));
  const pages = pagesBelow(file, root.reference('Pages'));
  return ids.map((id) => {
    const number =
      places.get(id) === undefined ? 0 : pages.indexOf(Number.parseInt(places.list(id)[0] ?? '', 10)) + 1;
    return number === 0 ? '' : String(number);
  });
}

/** The object numbers of the pages of a page tree, in order. */
function pagesBelow(file: PdfFile, node: number): number[] {
  const dict = file.dict(node);
  if (dict.get('Type') === '/Page') return [node];
  return dict.list('Kids').flatMap((kid) => pagesBelow(file, Number.parseInt(kid, 10)));
}
