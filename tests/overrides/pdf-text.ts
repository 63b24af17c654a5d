import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Every text of a PDF, also of one that has no structure; white space is left out. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(bytes) }).promise;
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const { items } = await (await document.getPage(index + 1)).getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join('');
  });
  return (await Promise.all(pages)).join('').replace(/\s+/g, '');
}
