/** How the object of a page begins as Chromium writes it; no object is in a compressed stream. */
const PAGE = '<</Type /Page\n';

/** @param pdf of Chromium's */
export function countPages(pdf: Buffer): number {
  let pages = 0;
  for (let at = pdf.indexOf(PAGE); at !== -1; at = pdf.indexOf(PAGE, at + 1)) pages += 1;
  return pages;
}
