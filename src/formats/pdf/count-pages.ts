/** How Chromium begins a page object. It writes no object streams. */
const PAGE = '<</Type /Page\n';

/** @param pdf as Chromium wrote it */
export function countPages(pdf: Buffer): number {
  let pages = 0;
  for (let at = pdf.indexOf(PAGE); at !== -1; at = pdf.indexOf(PAGE, at + 1)) pages += 1;
  return pages;
}
