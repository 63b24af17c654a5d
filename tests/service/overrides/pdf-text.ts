import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text of a PDF without white space, also of a PDF without a structure tree. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(bytes) }).promise;
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const { items } = await (await document.getPage(index + 1)).getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join('');
  });
  return (await Promise.all(pages)).join('').replace(/\s+/g, '');
}
