import type { PDFDocumentProxy } from 'pdfjs-dist';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type PdfPage, readPage } from './read-pdf-page.ts';

export interface PdfText {
  readonly title: string | undefined;
  readonly language: string | undefined;
  readonly isTagged: boolean;
  /** The entries of the outline in order, with their depth from 1. */
  readonly outline: readonly { readonly level: number; readonly title: string }[];
  readonly pages: readonly PdfPage[];
  /** The text of each paragraph, heading and cell, in the order of the structure tree. */
  readonly blocks: readonly string[];
}

type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  const loading = getDocument({ data: new Uint8Array(bytes), fontExtraProperties: true, verbosity: 0 });
  const document = await loading.promise;
  const info = (await document.getMetadata()).info as { Title?: string; Language?: string };
  const marks = (await document.getMarkInfo()) as unknown as ReadonlyMap<string, boolean>;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    pages.push(await readPage(await document.getPage(number)));
  }
  const text: PdfText = {
    title: info.Title,
    language: info.Language,
    isTagged: marks.get('Marked') === true,
    outline: entriesOf(await document.getOutline()),
    pages,
    blocks: pages.flatMap(({ blocks }) => blocks),
  };
  await loading.destroy();
  return text;
}

export async function countPages(bytes: Uint8Array): Promise<number> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const { numPages } = await loading.promise;
  await loading.destroy();
  return numPages;
}

function entriesOf(entries: Outline, level = 1): PdfText['outline'] {
  return (entries ?? []).flatMap(({ title, items }) => [{ level, title }, ...entriesOf(items, level + 1)]);
}
